import { MICROS } from "@/lib/config/money";

/** What a model costs by its supplier's public list, millionths of the currency. */
export interface KnownPrice {
  currency: "CNY" | "USD";
  inputPerMillion?: number;
  outputPerMillion?: number;
  cachedPerMillion?: number;
  perMinute?: number;
  perMillionCharacters?: number;
  /** Name of the supplier's public price page. */
  source: string;
  /** The day it was read; prices change, an administrator confirms them. */
  asOf: string;
}

interface List {
  currency: "CNY" | "USD";
  source: string;
  asOf: string;
  /** Input, output and cached input for a million tokens. */
  tokens: Readonly<Record<string, readonly [input: number, output?: number, cached?: number]>>;
  other?: Readonly<Record<string, Pick<KnownPrice, "perMinute" | "perMillionCharacters">>>;
}

/*
 * Only well-known models with one list price: none whose price depends on the length of the prompt. Names are those of the
 * suppliers' own interfaces, without a date behind them.
 */
const LISTS: Readonly<Record<string, List>> = {
  openai: {
    currency: "USD",
    source: "OpenAI API Pricing",
    asOf: "2025-09-30",
    tokens: {
      "gpt-5": [1.25, 10, 0.125],
      "gpt-5-mini": [0.25, 2, 0.025],
      "gpt-5-nano": [0.05, 0.4, 0.005],
      "gpt-4.1": [2, 8, 0.5],
      "gpt-4.1-mini": [0.4, 1.6, 0.1],
      "gpt-4.1-nano": [0.1, 0.4, 0.025],
      "gpt-4o": [2.5, 10, 1.25],
      "gpt-4o-mini": [0.15, 0.6, 0.075],
      o3: [2, 8, 0.5],
      "o4-mini": [1.1, 4.4, 0.275],
      "text-embedding-3-small": [0.02],
      "text-embedding-3-large": [0.13],
    },
    other: { "whisper-1": { perMinute: 0.006 }, "tts-1": { perMillionCharacters: 15 } },
  },
  anthropic: {
    currency: "USD",
    source: "Claude API Pricing",
    asOf: "2025-09-30",
    tokens: {
      "claude-opus-4-1": [15, 75, 1.5],
      "claude-opus-4": [15, 75, 1.5],
      "claude-3-5-haiku": [0.8, 4, 0.08],
      "claude-3-haiku": [0.25, 1.25, 0.03],
    },
  },
  google: {
    currency: "USD",
    source: "Gemini API Pricing",
    asOf: "2025-09-30",
    tokens: { "gemini-2.0-flash": [0.1, 0.4, 0.025], "gemini-2.0-flash-lite": [0.075, 0.3] },
  },
  deepseek: {
    currency: "CNY",
    source: "DeepSeek API 模型与价格",
    asOf: "2025-09-30",
    tokens: { "deepseek-chat": [2, 3, 0.2], "deepseek-reasoner": [2, 3, 0.2] },
  },
  moonshot: {
    currency: "CNY",
    source: "Moonshot AI 开放平台 产品定价",
    asOf: "2025-09-30",
    tokens: { "moonshot-v1-8k": [2, 10], "moonshot-v1-32k": [5, 20], "moonshot-v1-128k": [10, 30] },
  },
};

/** Dated names cost what their family costs, e.g. `gpt-4o-2024-08-06`. */
const DATE = /-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/** The list price of a supplier's model; null where none is known for sure. Only the supplier's own interface counts. */
export function knownPriceOf(template: string, upstreamModel: string): KnownPrice | null {
  const list = Object.hasOwn(LISTS, template) ? LISTS[template] : undefined;
  if (!list) return null;
  const name = upstreamModel.replace(DATE, "");
  const { currency, source, asOf } = list;
  const micros = (amount: number | undefined) => (amount === undefined ? undefined : Math.round(amount * MICROS));
  const other = Object.hasOwn(list.other ?? {}, name) ? list.other?.[name] : undefined;
  if (other) {
    const { perMinute, perMillionCharacters } = other;
    return {
      currency,
      source,
      asOf,
      ...(perMinute !== undefined && { perMinute: micros(perMinute) }),
      ...(perMillionCharacters !== undefined && { perMillionCharacters: micros(perMillionCharacters) }),
    };
  }
  const tokens = Object.hasOwn(list.tokens, name) ? list.tokens[name] : undefined;
  if (!tokens) return null;
  const [input, output, cached] = tokens;
  return {
    currency,
    source,
    asOf,
    inputPerMillion: micros(input),
    ...(output !== undefined && { outputPerMillion: micros(output) }),
    ...(cached !== undefined && { cachedPerMillion: micros(cached) }),
  };
}
