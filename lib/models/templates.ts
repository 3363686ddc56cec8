import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";

export const SUPPLIER_PROTOCOLS = ["openai", "azure", "anthropic", "google", "webui", "builtin"] as const;
export type SupplierProtocol = (typeof SUPPLIER_PROTOCOLS)[number];

/** Header that carries the key, `basic` as name and password with a colon; none of them puts it into the address. */
export const AUTH_STYLES = ["bearer", "api-key", "x-api-key", "x-goog-api-key", "basic"] as const;
export type AuthStyle = (typeof AUTH_STYLES)[number];

/** Suppliers an administrator can add in one step. `protocol` says how they are spoken to. */
export interface SupplierTemplate {
  key: string;
  /** The supplier's own name; both languages when they differ. */
  name: string;
  nameZh?: string;
  protocol: Exclude<SupplierProtocol, "builtin">;
  /** Suggested address; null: the administrator must enter one. */
  baseUrl: string | null;
  keyRequired: boolean;
  auth: AuthStyle;
  /** Kinds of models that can be called there. */
  types: readonly ModelType[];
  /** Settings besides address and key. */
  needs: readonly "apiVersion"[];
  /** The supplier's documentation all this was taken from, and when. Null: no supplier of its own. */
  source: string | null;
  date: string;
}

const DATE = "2026-11";
const MEETING: readonly ModelType[] = ["speech", "transcription"];
const EVERY: readonly ModelType[] = [...CHAT_TYPES, "vector", "rerank", "image", ...MEETING];

interface Row extends Partial<Omit<SupplierTemplate, "key" | "name" | "baseUrl" | "source">> {
  key: string;
  name: string;
  baseUrl: string | null;
  source: string | null;
}

/** What most have in common: OpenAI's protocol, a bearer key. */
function template(row: Row): SupplierTemplate {
  return { protocol: "openai", keyRequired: true, auth: "bearer", types: CHAT_TYPES, needs: [], date: DATE, ...row };
}

export const SUPPLIER_TEMPLATES: readonly SupplierTemplate[] = [
  template({
    key: "openai-compatible",
    name: "OpenAI-compatible",
    nameZh: "OpenAI 兼容",
    baseUrl: null,
    keyRequired: false,
    types: EVERY,
    source: null,
  }),
  template({
    key: "openai",
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    types: [...CHAT_TYPES, "vector", "image", ...MEETING],
    source: "https://platform.openai.com/docs/api-reference",
  }),
  template({
    key: "azure-openai",
    name: "Azure OpenAI",
    protocol: "azure",
    // Each resource has an address of its own: https://<resource>.openai.azure.com
    baseUrl: null,
    auth: "api-key",
    types: [...CHAT_TYPES, "vector", "image", ...MEETING],
    needs: ["apiVersion"],
    source: "https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle",
  }),
  template({
    key: "anthropic",
    name: "Anthropic",
    protocol: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    auth: "x-api-key",
    source: "https://platform.claude.com/docs/en/api/overview",
  }),
  template({
    key: "google",
    name: "Google",
    protocol: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    auth: "x-goog-api-key",
    types: [...CHAT_TYPES, "vector", "image", ...MEETING],
    source: "https://ai.google.dev/api",
  }),
  template({
    key: "deepseek",
    name: "DeepSeek",
    nameZh: "深度求索",
    baseUrl: "https://api.deepseek.com/v1",
    types: ["chat", "language"],
    source: "https://api-docs.deepseek.com",
  }),
  template({
    key: "qwen",
    name: "Qwen",
    nameZh: "通义千问",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    types: [...CHAT_TYPES, "vector", "rerank"],
    source: "https://help.aliyun.com/zh/model-studio/compatibility-of-openai-with-dashscope",
  }),
  template({
    key: "zhipu",
    name: "Zhipu",
    nameZh: "智谱",
    baseUrl: "https://open.bigmodel.cn/api/paas/v4",
    types: EVERY,
    source: "https://docs.bigmodel.cn/cn/api/introduction",
  }),
  template({
    key: "moonshot",
    name: "Moonshot",
    nameZh: "月之暗面",
    baseUrl: "https://api.moonshot.cn/v1",
    source: "https://platform.moonshot.cn/docs/api/chat",
  }),
  template({
    key: "doubao",
    name: "Doubao",
    nameZh: "豆包",
    baseUrl: "https://ark.cn-beijing.volces.com/api/v3",
    types: [...CHAT_TYPES, "vector", "image"],
    source: "https://www.volcengine.com/docs/82379/1298454",
  }),
  template({
    key: "hunyuan",
    name: "Hunyuan",
    nameZh: "混元",
    baseUrl: "https://api.hunyuan.cloud.tencent.com/v1",
    types: [...CHAT_TYPES, "vector"],
    source: "https://cloud.tencent.com/document/product/1729/111007",
  }),
  template({
    key: "minimax",
    name: "MiniMax",
    baseUrl: "https://api.minimaxi.com/v1",
    types: ["chat", "language"],
    source: "https://platform.minimaxi.com/docs/api-reference/text-openai-api",
  }),
  template({
    key: "siliconflow",
    name: "SiliconFlow",
    nameZh: "硅基流动",
    baseUrl: "https://api.siliconflow.cn/v1",
    types: EVERY,
    source: "https://docs.siliconflow.cn/cn/api-reference",
  }),
  template({
    key: "openrouter",
    name: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    types: [...CHAT_TYPES, "vector"],
    source: "https://openrouter.ai/docs/api-reference/overview",
  }),
  template({
    key: "mistral",
    name: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    types: [...CHAT_TYPES, "vector", "transcription"],
    source: "https://docs.mistral.ai/api",
  }),
  template({
    key: "xai",
    name: "xAI",
    baseUrl: "https://api.x.ai/v1",
    types: [...CHAT_TYPES, "image"],
    source: "https://docs.x.ai/docs/api-reference",
  }),
  template({
    key: "ollama",
    name: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    keyRequired: false,
    types: [...CHAT_TYPES, "vector"],
    source: "https://docs.ollama.com/api/openai-compatibility",
  }),
  template({
    key: "vllm",
    name: "vLLM",
    baseUrl: "http://127.0.0.1:8000/v1",
    keyRequired: false,
    types: [...CHAT_TYPES, "vector", "rerank", "transcription"],
    source: "https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html",
  }),
  template({
    key: "xinference",
    name: "Xinference",
    baseUrl: "http://127.0.0.1:9997/v1",
    keyRequired: false,
    types: EVERY,
    source: "https://inference.readthedocs.io/en/latest/reference/generated/xinference.client.Client.html",
  }),
  template({
    key: "automatic1111",
    name: "AUTOMATIC1111 WebUI",
    protocol: "webui",
    // Started with --api; with --api-auth the key is name:password.
    baseUrl: "http://127.0.0.1:7860",
    keyRequired: false,
    auth: "basic",
    types: ["image"],
    source: "https://github.com/AUTOMATIC1111/stable-diffusion-webui/wiki/API",
  }),
];

/** The supplier that needs no network; made by the seed, never added by hand (ARCHITECTURE 6). */
export const BUILTIN_TEMPLATE = "builtin";
/** The one supplier of that template; screens say it in their language. */
export const BUILTIN_SUPPLIER = "Built-in";

/** Whether a model quotes passages instead of writing: no way to it leads to a supplier. */
export function isBuiltin({ channels }: { channels: readonly { template: string }[] }): boolean {
  return channels.every(({ template }) => template === BUILTIN_TEMPLATE);
}

export function findTemplate(key: string): SupplierTemplate | undefined {
  return SUPPLIER_TEMPLATES.find((template) => template.key === key);
}
