import "server-only";
import { findSearchProvider, SEARCH_COUNT_MAX, type SearchSettings } from "@/lib/config/tool-kinds";
import { egressFetch } from "@/lib/net/egress-fetch";
import { cut } from "@/lib/text/storable";
import { reachFailure, statusFailure } from "../reach";
import { ToolFailure } from "../types";
import { SEARCH_ADAPTERS, type SearchHit } from "./search-providers";
import type { BuiltinTool } from "./tool";

const LIMIT_MS = 15_000;
const ANSWER_MAX = 2 * 1024 ** 2;
const SNIPPET_MAX = 1000;
const TITLE_MAX = 300;

export const webSearch: BuiltinTool = {
  key: "web_search",
  definition: {
    name: "web_search",
    description: "Searches the web. Gives titles, addresses and short passages; read a page for its whole text.",
    parameters: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: 400, description: "What to search for" },
        count: { type: "integer", minimum: 1, maximum: SEARCH_COUNT_MAX, description: "How many results" },
      },
      required: ["query"],
      additionalProperties: false,
    },
  },
  enabled: false,
  isReady: (settings, hasCredential) => {
    const { provider, baseUrl } = settings as Partial<SearchSettings>;
    return Boolean(baseUrl) && (hasCredential || !findSearchProvider(provider ?? "")?.keyRequired);
  },
  limitMs: LIMIT_MS + 1000,
  sample: { query: "Wikipedia", count: 3 },
  hasService: true,
  run: async (args, context) => {
    const settings = context.settings as unknown as SearchSettings;
    const query = (args.query as string).trim();
    const count = Math.min((args.count as number | undefined) ?? settings.count, SEARCH_COUNT_MAX);
    const hits = await search({ query, count, settings, key: context.credential }, context.signal);
    const lines = hits.map(({ title, url, snippet }, index) => `${index + 1}. ${title}\n   ${url}\n   ${snippet}`);
    return { text: lines.join("\n") || "Nothing was found.", data: { query, hits } };
  },
};

interface Question {
  query: string;
  count: number;
  settings: SearchSettings;
  key: string | null;
}

async function search(question: Question, signal: AbortSignal): Promise<SearchHit[]> {
  const { settings, key, count } = question;
  const adapter = SEARCH_ADAPTERS[settings.provider];
  const { path, headers, body } = adapter.request(question);
  const deadline = AbortSignal.timeout(LIMIT_MS);
  const init = {
    method: body ? "POST" : "GET",
    headers: { accept: "application/json", ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.any([signal, deadline]),
  };
  try {
    const limits = { policy: "supplier", maxBytes: ANSWER_MAX } as const;
    const response = await egressFetch(`${settings.baseUrl}${path}`, init, limits);
    const answer = await response.text();
    if (!response.ok) {
      const detail = clean(answer, key);
      throw adapter.failure?.(response.status, detail) ?? statusFailure(response.status, detail);
    }
    const found = adapter.hits(JSON.parse(answer)).filter(isObject);
    return found
      .map((hit) => adapter.hit(hit))
      .flatMap(presentable)
      .slice(0, count);
  } catch (error) {
    if (deadline.aborted && !signal.aborted) throw new ToolFailure("toolTimeout");
    throw reachFailure(error);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Only addresses of pages, and texts without markup (some services mark the words they found). */
function presentable({ title, url, snippet }: SearchHit): SearchHit[] {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return [];
  return [{ title: plain(title, TITLE_MAX) || url, url, snippet: plain(snippet, SNIPPET_MAX) }];
}

function plain(text: string, max: number): string {
  const words = text
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, "")
    .replace(/\s+/g, " ")
    .trim();
  return cut(words, max);
}

/** The service's own words, short and without the key. */
function clean(answer: string, key: string | null): string {
  const words = /^\s*[{[]/.test(answer) ? messageOf(answer) : "";
  return (key ? words.replaceAll(key, "***") : words).slice(0, 300);
}

function messageOf(answer: string): string {
  try {
    const parsed = JSON.parse(answer) as Record<string, unknown>;
    const { message, msg, detail, error } = parsed;
    for (const value of [message, msg, detail, error]) {
      if (typeof value === "string") return value;
      const inner =
        (value as Record<string, unknown> | null | undefined)?.detail ?? (value as { error?: unknown })?.error;
      if (typeof inner === "string") return inner;
    }
  } catch {
    // Not what it said it was: no words.
  }
  return "";
}
