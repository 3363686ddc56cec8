import type { SafeSearch, SearchProviderKind } from "@/lib/config/tool-kinds";
import { statusFailure } from "@/lib/tools/reach";
import { ToolFailure } from "@/lib/tools/types";
import type { PageHit, PictureHit, ProviderQuery } from "./types";

interface Adapter {
  /** Characters a query may have, and hosts one request can be narrowed to. */
  queryMax: number;
  sitesMax: number;
  request: (query: ProviderQuery) => { path: string; headers: Record<string, string>; body?: unknown };
  /** What a successful answer holds, in the service's own words. Null: it is no answer of this service. */
  pages: (answer: Json) => PageHit[] | null;
  pictures: (answer: Json) => PictureHit[] | null;
  /** What a status means with this service, where it differs. */
  failure?: (status: number, detail: string) => ToolFailure | undefined;
  /** A failure that comes with the status of success. */
  refusal?: (answer: Json) => ToolFailure | undefined;
}

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const text = (value: unknown) => (typeof value === "string" ? value : "");
const number = (value: unknown) => (typeof value === "number" && value > 0 ? Math.round(value) : undefined);
const child = (value: unknown, key: string): Json => {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
};
const objects = (value: unknown): Json[] | null => (Array.isArray(value) ? value.filter(isObject) : null);
const bearer = (key: string | null): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

/** A moment as the services write it; "3 days ago" and the like are none. */
function moment(value: unknown): string | undefined {
  const told = text(value);
  const time = /\d{4}/.test(told) ? Date.parse(told) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A query with the hosts it is narrowed to, as search engines read it; the hosts come first, so that none is cut off. */
function worded({ query, sites }: ProviderQuery, max: number): string {
  const terms = sites.map((site) => `site:${site}`).join(" OR ");
  const narrowed = sites.length > 1 ? `(${terms})` : terms;
  return `${narrowed} ${query}`.trim().slice(0, max);
}

const SEARXNG_SAFE: Record<SafeSearch, string> = { off: "0", moderate: "1", strict: "2" };
/** As each service names Chinese and English. */
const SEARXNG_LANGUAGE = { any: "all", zh: "zh-CN", en: "en" } as const;
const BRAVE_LANGUAGE = { zh: "zh-hans", en: "en" } as const;
const BING_MARKET = { zh: "zh-CN", en: "en-US" } as const;
const SERPER_LANGUAGE = { zh: "zh-cn", en: "en" } as const;
const WORD_MAX = 2000;
const BRAVE_MAX = 400;
const BING_MAX = 1500;

const bingPage = ({ name, url, snippet, summary, datePublished }: Json): PageHit => ({
  title: text(name),
  url: text(url),
  snippet: text(summary) || text(snippet),
  publishedAt: moment(datePublished),
});
const bingPicture = ({ name, contentUrl, hostPageUrl, width, height }: Json): PictureHit => ({
  title: text(name),
  pictureUrl: text(contentUrl),
  pageUrl: text(hostPageUrl),
  width: number(width),
  height: number(height),
});

/** Shapes as the services document them; checked 2026-11. */
export const SEARCH_ADAPTERS: Record<SearchProviderKind, Adapter> = {
  // https://docs.searxng.org/dev/search_api.html
  searxng: {
    queryMax: WORD_MAX,
    sitesMax: 8,
    request: (asked) => {
      const params = new URLSearchParams({
        q: worded(asked, WORD_MAX),
        format: "json",
        language: SEARXNG_LANGUAGE[asked.language],
        safesearch: SEARXNG_SAFE[asked.safeSearch],
        ...(asked.kind === "pictures" && { categories: "images" }),
      });
      return { path: `/search?${params}`, headers: bearer(asked.key) };
    },
    pages: ({ results }) =>
      objects(results)?.map(({ title, url, content, publishedDate }) => ({
        title: text(title),
        url: text(url),
        snippet: text(content),
        publishedAt: moment(publishedDate),
      })) ?? null,
    pictures: ({ results }) =>
      objects(results)?.map(({ title, url, img_src, resolution }) => {
        const [, width, height] = text(resolution).match(/(\d{1,6})\s*[x×]\s*(\d{1,6})/i) ?? [];
        const size = width && height ? { width: Number(width), height: Number(height) } : {};
        // Some engines leave the protocol out.
        const pictureUrl = text(img_src).replace(/^\/\//, "https://");
        return { title: text(title), pictureUrl, pageUrl: text(url), ...size };
      }) ?? null,
    // "Requesting an unset format will return a 403 Forbidden error."
    failure: (status, detail) => (status === 403 ? new ToolFailure("searchJsonOff", detail) : undefined),
    refusal: ({ results, unresponsive_engines: silent }) => {
      if (!Array.isArray(results) || results.length > 0 || !Array.isArray(silent) || silent.length === 0) return;
      // Nothing was found because none of the engines behind it answered.
      const said = silent.map((engine) => (Array.isArray(engine) ? engine.join(": ") : String(engine))).join("; ");
      return new ToolFailure(/captcha|验证码/i.test(said) ? "searchChallenge" : "toolBusy", said.slice(0, 300));
    },
  },
  // https://api-dashboard.search.brave.com/app/documentation
  brave: {
    queryMax: BRAVE_MAX,
    sitesMax: 6,
    request: (asked) => {
      const { kind, count, language, safeSearch, key } = asked;
      const isPictures = kind === "pictures";
      const params = new URLSearchParams({
        q: worded(asked, BRAVE_MAX),
        count: String(count),
        // Of pictures it knows two degrees.
        safesearch: isPictures && safeSearch === "moderate" ? "strict" : safeSearch,
      });
      if (language !== "any") params.set("search_lang", BRAVE_LANGUAGE[language]);
      const path = `/res/v1/${isPictures ? "images" : "web"}/search?${params}`;
      return { path, headers: { "x-subscription-token": key ?? "" } };
    },
    // Without a hit the part `web` is missing.
    pages: (answer) =>
      "web" in answer || answer.type === "search"
        ? (objects(child(answer, "web").results) ?? []).map(({ title, url, description, page_age }) => ({
            title: text(title),
            url: text(url),
            snippet: text(description),
            publishedAt: moment(page_age),
          }))
        : null,
    pictures: ({ results }) =>
      objects(results)?.map((hit) => {
        const { url, width, height } = child(hit, "properties");
        const size = { width: number(width), height: number(height) };
        return { title: text(hit.title), pictureUrl: text(url), pageUrl: text(hit.url), ...size };
      }) ?? null,
    // A wrong token answers 422.
    failure: (status, detail) => (status === 422 ? statusFailure(401, detail) : undefined),
  },
  // The shape of Bing's search, version 7, which other services speak too; the base address ends where `/search` begins.
  bing: {
    queryMax: BING_MAX,
    sitesMax: 8,
    request: (asked) => {
      const { kind, count, language, safeSearch, key } = asked;
      const params = new URLSearchParams({ q: worded(asked, BING_MAX), count: String(count), safeSearch });
      if (language !== "any") params.set("mkt", BING_MARKET[language]);
      if (kind === "pages") params.set("responseFilter", "Webpages");
      const path = `${kind === "pictures" ? "/images" : ""}/search?${params}`;
      const headers: Record<string, string> = key ? { "ocp-apim-subscription-key": key } : {};
      return { path, headers };
    },
    // Without a hit the part `webPages` is missing.
    pages: (answer) =>
      "webPages" in answer || text(answer._type) === "SearchResponse"
        ? (objects(child(answer, "webPages").value) ?? []).map(bingPage)
        : null,
    pictures: ({ value }) => objects(value)?.map(bingPicture) ?? null,
    failure: (status, detail) =>
      status === 403 && /quota/i.test(detail) ? new ToolFailure("toolQuota", detail) : undefined,
  },
  // https://serper.dev
  serper: {
    queryMax: WORD_MAX,
    sitesMax: 8,
    request: (asked) => ({
      path: asked.kind === "pictures" ? "/images" : "/search",
      headers: { "x-api-key": asked.key ?? "" },
      body: {
        q: worded(asked, WORD_MAX),
        num: asked.count,
        ...(asked.language !== "any" && { hl: SERPER_LANGUAGE[asked.language] }),
      },
    }),
    pages: ({ organic }) =>
      objects(organic)?.map(({ title, link, snippet, date }) => ({
        title: text(title),
        url: text(link),
        snippet: text(snippet),
        publishedAt: moment(date),
      })) ?? null,
    pictures: ({ images }) =>
      objects(images)?.map(({ title, imageUrl, link, imageWidth, imageHeight }) => ({
        title: text(title),
        pictureUrl: text(imageUrl),
        pageUrl: text(link),
        width: number(imageWidth),
        height: number(imageHeight),
      })) ?? null,
    failure: (status, detail) =>
      status === 400 && /credit/i.test(detail) ? new ToolFailure("toolQuota", detail) : undefined,
  },
  // https://docs.tavily.com/documentation/api-reference/endpoint/search
  tavily: {
    queryMax: BRAVE_MAX,
    sitesMax: 100,
    request: ({ query, count, key, kind, sites }) => ({
      path: "/search",
      headers: bearer(key),
      body: {
        query: query.slice(0, BRAVE_MAX),
        max_results: count,
        search_depth: "basic",
        ...(sites.length > 0 && { include_domains: sites }),
        ...(kind === "pictures" && { include_images: true, include_image_descriptions: true }),
      },
    }),
    pages: ({ results }) =>
      objects(results)?.map(({ title, url, content, published_date }) => ({
        title: text(title),
        url: text(url),
        snippet: text(content),
        publishedAt: moment(published_date),
      })) ?? null,
    // It names no page. Without descriptions a picture is its address alone.
    pictures: ({ images }) =>
      Array.isArray(images)
        ? images.map((image) => {
            const url = text(isObject(image) ? image.url : image);
            return { title: isObject(image) ? text(image.description) : "", pictureUrl: url, pageUrl: url };
          })
        : null,
  },
  // https://open.bochaai.com: answers in the shape of Bing's search, wrapped in `data`.
  bocha: {
    queryMax: WORD_MAX,
    sitesMax: 20,
    request: ({ query, count, key, sites }) => ({
      path: "/v1/web-search",
      headers: bearer(key),
      body: {
        query: query.slice(0, WORD_MAX),
        count,
        freshness: "noLimit",
        summary: true,
        ...(sites.length > 0 && { include: sites.join("|") }),
      },
    }),
    pages: ({ data }) => (isObject(data) ? (objects(child(data, "webPages").value) ?? []).map(bingPage) : null),
    pictures: ({ data }) => (isObject(data) ? (objects(child(data, "images").value) ?? []).map(bingPicture) : null),
    // "You do not have enough money"
    failure: (status, detail) =>
      status === 403 && /money|balance|余额/i.test(detail) ? new ToolFailure("toolQuota", detail) : undefined,
  },
};
