import type { SafeSearch, SearchProvider, SearchSettings } from "@/lib/config/tool-kinds";
import { statusFailure } from "../reach";
import { ToolFailure } from "../types";

export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

export interface SearchQuery {
  query: string;
  count: number;
  settings: SearchSettings;
  key: string | null;
}

interface Adapter {
  request: (query: SearchQuery) => { path: string; headers: Record<string, string>; body?: unknown };
  /** The hits of a successful answer, in the service's own words. */
  hits: (answer: unknown) => unknown[];
  hit: (found: Record<string, unknown>) => SearchHit;
  /** What a status means with this service, where it differs. */
  failure?: (status: number, detail: string) => ToolFailure;
}

type Json = Record<string, unknown> | undefined;
const text = (value: unknown) => (typeof value === "string" ? value : "");
const list = (value: unknown) => (Array.isArray(value) ? value : []);
const bearer = (key: string | null): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

const SEARXNG_SAFE: Record<SafeSearch, string> = { off: "0", moderate: "1", strict: "2" };
/** As each service names Chinese and English. */
const SEARXNG_LANGUAGE = { any: "all", zh: "zh-CN", en: "en" } as const;
const BRAVE_LANGUAGE = { zh: "zh-hans", en: "en" } as const;

/** Shapes as the services document them; checked 2026-11. */
export const SEARCH_ADAPTERS: Record<SearchProvider, Adapter> = {
  // https://docs.searxng.org/dev/search_api.html
  searxng: {
    request: ({ query, settings, key }) => {
      const params = new URLSearchParams({
        q: query,
        format: "json",
        language: SEARXNG_LANGUAGE[settings.language],
        safesearch: SEARXNG_SAFE[settings.safeSearch],
      });
      return { path: `/search?${params}`, headers: bearer(key) };
    },
    hits: (answer) => list((answer as Json)?.results),
    hit: ({ title, url, content }) => ({ title: text(title), url: text(url), snippet: text(content) }),
    // "Requesting an unset format will return a 403 Forbidden error."
    failure: (status, detail) =>
      status === 403 ? new ToolFailure("searchJsonOff", detail) : statusFailure(status, detail),
  },
  // https://api-dashboard.search.brave.com/app/documentation/web-search/query
  brave: {
    request: ({ query, count, settings: { language, safeSearch }, key }) => {
      const params = new URLSearchParams({ q: query, count: String(count), safesearch: safeSearch });
      if (language !== "any") params.set("search_lang", BRAVE_LANGUAGE[language]);
      return { path: `/res/v1/web/search?${params}`, headers: { "x-subscription-token": key ?? "" } };
    },
    hits: (answer) => list(((answer as Json)?.web as Json)?.results),
    hit: ({ title, url, description }) => ({ title: text(title), url: text(url), snippet: text(description) }),
    // A wrong token answers 422.
    failure: (status, detail) => statusFailure(status === 422 ? 401 : status, detail),
  },
  // https://docs.tavily.com/documentation/api-reference/endpoint/search
  tavily: {
    request: ({ query, count, key }) => ({
      path: "/search",
      headers: bearer(key),
      body: { query, max_results: count, search_depth: "basic" },
    }),
    hits: (answer) => list((answer as Json)?.results),
    hit: ({ title, url, content }) => ({ title: text(title), url: text(url), snippet: text(content) }),
  },
  // https://open.bochaai.com: answers in the shape of Bing's search, wrapped in `data`.
  bocha: {
    request: ({ query, count, key }) => ({
      path: "/v1/web-search",
      headers: bearer(key),
      body: { query, count, freshness: "noLimit", summary: true },
    }),
    hits: (answer) => list((((answer as Json)?.data as Json)?.webPages as Json)?.value),
    hit: ({ name, url, snippet, summary }) => ({
      title: text(name),
      url: text(url),
      snippet: text(summary) || text(snippet),
    }),
  },
};
