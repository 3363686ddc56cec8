/** Suppliers an administrator can add in one step. `protocol` says how they are spoken to. */
export interface SupplierTemplate {
  key: string;
  /** The supplier's own name; both languages when they differ. */
  name: string;
  nameZh?: string;
  protocol: "openai" | "builtin";
  /** Suggested address; null: the administrator must enter one. */
  baseUrl: string | null;
  keyRequired: boolean;
}

/** Addresses are the suppliers' documented ones of November 2026. */
export const SUPPLIER_TEMPLATES: readonly SupplierTemplate[] = [
  {
    key: "openai-compatible",
    name: "OpenAI-compatible",
    nameZh: "OpenAI 兼容",
    protocol: "openai",
    baseUrl: null,
    keyRequired: false,
  },
  { key: "openai", name: "OpenAI", protocol: "openai", baseUrl: "https://api.openai.com/v1", keyRequired: true },
  {
    key: "deepseek",
    name: "DeepSeek",
    nameZh: "深度求索",
    protocol: "openai",
    baseUrl: "https://api.deepseek.com/v1",
    keyRequired: true,
  },
  {
    key: "qwen",
    name: "Qwen",
    nameZh: "通义千问",
    protocol: "openai",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyRequired: true,
  },
  {
    key: "zhipu",
    name: "Zhipu",
    nameZh: "智谱",
    protocol: "openai",
    baseUrl: "https://open.bigmodel.cn/api/paas/v4",
    keyRequired: true,
  },
  {
    key: "moonshot",
    name: "Moonshot",
    nameZh: "月之暗面",
    protocol: "openai",
    baseUrl: "https://api.moonshot.cn/v1",
    keyRequired: true,
  },
  {
    key: "doubao",
    name: "Doubao",
    nameZh: "豆包",
    protocol: "openai",
    baseUrl: "https://ark.cn-beijing.volces.com/api/v3",
    keyRequired: true,
  },
  {
    key: "siliconflow",
    name: "SiliconFlow",
    nameZh: "硅基流动",
    protocol: "openai",
    baseUrl: "https://api.siliconflow.cn/v1",
    keyRequired: true,
  },
  {
    key: "openrouter",
    name: "OpenRouter",
    protocol: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    keyRequired: true,
  },
  { key: "mistral", name: "Mistral", protocol: "openai", baseUrl: "https://api.mistral.ai/v1", keyRequired: true },
  { key: "xai", name: "xAI", protocol: "openai", baseUrl: "https://api.x.ai/v1", keyRequired: true },
  { key: "ollama", name: "Ollama", protocol: "openai", baseUrl: "http://127.0.0.1:11434/v1", keyRequired: false },
  { key: "vllm", name: "vLLM", protocol: "openai", baseUrl: "http://127.0.0.1:8000/v1", keyRequired: false },
  {
    key: "xinference",
    name: "Xinference",
    protocol: "openai",
    baseUrl: "http://127.0.0.1:9997/v1",
    keyRequired: false,
  },
];

/** The supplier that needs no network; made by the seed, never added by hand (ARCHITECTURE 6). */
export const BUILTIN_TEMPLATE = "builtin";

export function findTemplate(key: string): SupplierTemplate | undefined {
  return SUPPLIER_TEMPLATES.find((template) => template.key === key);
}
