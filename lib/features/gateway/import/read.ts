import { z } from "zod";
import { findTemplate } from "@/lib/models/templates";
import { storable } from "@/lib/text/storable";
import { CHANNELS_READ_MAX, KEYS_READ_MAX, MODELS_READ_MAX } from "./limits";

// @exempt text: what is read is cleaned and cut where a channel is made of it

/** A channel of new-api or one-api as a supplier of ours: an address with keys, and models there. */
export interface ForeignChannel {
  name: string;
  /** Null for one that is spoken to in a way we have not. */
  template: string | null;
  /** Null where the template's own address is meant. */
  baseUrl: string | null;
  apiVersion: string | null;
  keys: string[];
  models: { name: string; upstream: string }[];
  priority: number;
  weight: number;
  isEnabled: boolean;
}

/** Its number there: our template, and what follows the host in its address. */
const TYPES: Readonly<Record<number, readonly [template: string, path: string]>> = {
  1: ["openai", "/v1"],
  3: ["azure-openai", ""],
  4: ["ollama", "/v1"],
  14: ["anthropic", "/v1"],
  16: ["zhipu", "/api/paas/v4"],
  17: ["qwen", "/compatible-mode/v1"],
  20: ["openrouter", "/v1"],
  24: ["google", "/v1beta"],
  25: ["moonshot", "/v1"],
  26: ["zhipu", "/api/paas/v4"],
  35: ["minimax", "/v1"],
  40: ["siliconflow", "/v1"],
  42: ["mistral", "/v1"],
  43: ["deepseek", "/v1"],
  45: ["doubao", "/api/v3"],
  47: ["xinference", "/v1"],
  48: ["xai", "/v1"],
};
/** Those that speak OpenAI's protocol at an address of their own, and where it is when none is given. */
const COMPATIBLE: Readonly<Record<number, readonly [address: string | null, path: string]>> = {
  6: [null, "/v1"],
  7: ["https://api.ohmygpt.com", "/v1"],
  8: [null, ""],
  10: ["https://api.aiproxy.io", "/v1"],
  12: ["https://api.api2gpt.com", "/v1"],
  13: ["https://api.aigc2d.com", "/v1"],
  27: ["https://api.perplexity.ai", ""],
  31: ["https://api.lingyiwanwu.com", "/v1"],
  38: ["https://api.jina.ai", "/v1"],
  46: ["https://qianfan.baidubce.com", "/v2"],
  53: ["https://llm.submodel.ai", "/v1"],
};
/** Addresses that stand for the supplier itself. */
const OPENAI = "https://api.openai.com";

const text = z
  .union([z.string(), z.number()])
  .transform((value) => storable(String(value)))
  .nullish()
  .catch(null);
const number = z.coerce.number().finite().nullish().catch(null);
const channel = z.object({
  name: text,
  type: number,
  key: text,
  base_url: text,
  models: text,
  model_mapping: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .nullish()
    .catch(null),
  priority: number,
  weight: number,
  status: number,
  other: text,
});

/** The channels in what a person pasted: JSON as its interface and its database give it, or rows under their headings. */
export function channelsIn(rows: readonly unknown[]): ForeignChannel[] {
  return rows.slice(0, CHANNELS_READ_MAX).flatMap((row) => {
    const read = channel.safeParse(row);
    if (!read.success || read.data.type == null || !(read.data.name || read.data.models)) return [];
    return [toChannel(read.data)];
  });
}

/** Rows of JSON, however deep its interface wraps them; null for what is none. */
export function jsonRows(pasted: string): unknown[] | null {
  let value: unknown;
  try {
    value = JSON.parse(pasted);
  } catch {
    return null;
  }
  for (const name of ["data", "items", "channels", "RECORDS"]) {
    if (isRecord(value) && name in value) value = value[name];
    if (isRecord(value) && "items" in value) value = value.items;
  }
  if (Array.isArray(value)) return value;
  return isRecord(value) && "type" in value ? [value] : null;
}

/** Rows of a table whose first one has the names of the columns. */
export function tableRows([header = [], ...rows]: readonly (readonly string[])[]): Record<string, string>[] {
  const names = header.map((name) => name.trim().toLowerCase());
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function toChannel(row: z.output<typeof channel>): ForeignChannel {
  const name = (row.name ?? "").replace(/\s+/g, " ").trim().slice(0, 120) || `Channel ${row.type}`;
  const mapping = mappingOf(row.model_mapping);
  const models = [...new Set((row.models ?? "").split(",").map((one) => one.trim()))]
    .filter((one) => one !== "" && one.length <= 120)
    .slice(0, MODELS_READ_MAX)
    .map((model) => ({ name: model, upstream: mapping.get(model) ?? model }));
  return {
    name,
    ...addressOf(row.type!, (row.base_url ?? "").trim()),
    apiVersion: row.type === 3 && row.other && /^[\w.-]{1,40}$/.test(row.other) ? row.other : null,
    keys: keysOf(row.key ?? ""),
    models,
    priority: Math.trunc(row.priority ?? 0),
    weight: Math.min(1000, Math.max(1, Math.trunc(row.weight ?? 1))),
    isEnabled: (row.status ?? 1) === 1,
  };
}

function addressOf(type: number, given: string): Pick<ForeignChannel, "template" | "baseUrl"> {
  const address = given.replace(/\/+$/, "");
  const known = TYPES[type];
  if (known) {
    const [template, path] = known;
    if (type === 1 && address && address !== OPENAI && address !== `${OPENAI}/v1`) {
      return { template: "openai-compatible", baseUrl: withPath(address, path) };
    }
    const own = findTemplate(template)?.baseUrl ?? null;
    const baseUrl = address === "" ? own : withPath(address, path);
    return { template: baseUrl === null ? null : template, baseUrl: baseUrl === own ? null : baseUrl };
  }
  const compatible = COMPATIBLE[type];
  const at = address || compatible?.[0];
  if (!compatible || !at) return { template: null, baseUrl: null };
  return { template: "openai-compatible", baseUrl: withPath(at.replace(/\/chat\/completions$/, ""), compatible[1]) };
}

/** There a path is added to each call; ours stands in the address. */
const withPath = (address: string, path: string) =>
  path === "" || /\/v\d+(beta)?$/.test(address) ? address : `${address}${path}`;

/** Several stand under each other, or as a list of JSON. */
function keysOf(given: string): string[] {
  const list = /^\s*\[/.test(given) ? jsonRows(given) : null;
  const keys = list?.every((one) => typeof one === "string") ? (list as string[]) : given.split(/\r?\n/);
  const clean = keys.map((key) => key.trim()).filter((key) => /^[\x21-\x7e]{1,2000}$/.test(key));
  return [...new Set(clean)].slice(0, KEYS_READ_MAX);
}

function mappingOf(given: z.output<typeof channel>["model_mapping"]): Map<string, string> {
  let value: unknown = given;
  if (typeof given === "string") {
    try {
      value = JSON.parse(given || "{}");
    } catch {
      return new Map();
    }
  }
  if (!isRecord(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([from, to]) =>
      typeof to === "string" && to.trim() !== "" && to.length <= 120
        ? [[from.trim(), storable(to).trim()] as const]
        : [],
    ),
  );
}
