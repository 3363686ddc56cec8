import "server-only";
import type { SearchKind } from "@/lib/config/tool-kinds";
import { egressFetch } from "@/lib/net/egress-fetch";
import { cut } from "@/lib/text/storable";
import { hidden, reachFailure, statusFailure } from "@/lib/tools/reach";
import { ToolFailure } from "@/lib/tools/types";
import { isChallenge } from "../refusals";
import { isObject, type Json, SEARCH_ADAPTERS } from "./adapters";
import type { ReachedProvider } from "./store";
import type { HitOf, PageHit, PictureHit, ProviderQuery } from "./types";

/** Milliseconds one provider has for one answer, and bytes of it. */
export const PROVIDER_MS = 12_000;
const ANSWER_MAX = 4 * 1024 ** 2;
const SNIPPET_MAX = 1000;
const TITLE_MAX = 300;
const ADDRESS_MAX = 2000;

/** A provider's refusal, with the moment it wants to be left alone until. */
export class ProviderFailure extends ToolFailure {
  constructor(
    { key, detail }: ToolFailure,
    readonly retryAfterMs: number | null = null,
  ) {
    super(key, detail);
  }
}

/** Asks one provider once. Throws ToolFailure; its detail is free of the key. */
export async function askProvider<Kind extends SearchKind>(
  provider: ReachedProvider,
  asked: ProviderQuery & { kind: Kind },
  signal: AbortSignal,
): Promise<HitOf[Kind][]> {
  const adapter = SEARCH_ADAPTERS[provider.kind];
  const { path, headers, body } = adapter.request(asked);
  const deadline = AbortSignal.timeout(PROVIDER_MS);
  const init = {
    method: body ? "POST" : "GET",
    headers: { accept: "application/json", ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.any([signal, deadline]),
  };
  try {
    const limits = { policy: "supplier", maxBytes: ANSWER_MAX } as const;
    const response = await egressFetch(`${provider.baseUrl}${path}`, init, limits);
    const text = await response.text();
    if (isPage(response, text) && isChallenge(response.headers, text)) throw new ToolFailure("searchChallenge");
    if (!response.ok) {
      const detail = said(text, asked.key);
      const failure = adapter.failure?.(response.status, detail) ?? statusFailure(response.status, detail);
      throw new ProviderFailure(failure, retryAfter(response.headers.get("retry-after")));
    }
    const answer: unknown = JSON.parse(text);
    if (!isObject(answer)) throw new ToolFailure("toolMalformed");
    const refusal = adapter.refusal?.(answer);
    if (refusal) throw refusal;
    const hits =
      asked.kind === "pages" ? adapter.pages(answer)?.flatMap(page) : adapter.pictures(answer)?.flatMap(picture);
    if (!hits) throw new ToolFailure("toolMalformed");
    return hits as HitOf[Kind][];
  } catch (error) {
    if (deadline.aborted && !signal.aborted) throw new ToolFailure("toolTimeout");
    throw reachFailure(error);
  }
}

const isPage = (response: Response, text: string) =>
  /html/i.test(response.headers.get("content-type") ?? "") || /^\s*</.test(text);

/** Milliseconds of a `Retry-After`, which is seconds or a date. */
function retryAfter(header: string | null): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms > 0 ? ms : null;
}

/** Only addresses of pages, and texts without markup (some services mark the words they found). */
function page({ title, url, snippet, publishedAt }: PageHit): PageHit[] {
  if (!isWebAddress(url)) return [];
  return [
    {
      title: plain(title, TITLE_MAX) || url,
      url,
      snippet: plain(snippet, SNIPPET_MAX),
      ...(publishedAt && { publishedAt }),
    },
  ];
}

function picture({ title, pictureUrl, pageUrl, width, height }: PictureHit): PictureHit[] {
  if (!isWebAddress(pictureUrl)) return [];
  return [
    {
      title: plain(title, TITLE_MAX),
      pictureUrl,
      pageUrl: isWebAddress(pageUrl) ? pageUrl : pictureUrl,
      ...(width && height && { width, height }),
    },
  ];
}

function isWebAddress(url: string): boolean {
  return url.length <= ADDRESS_MAX && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function plain(text: string, max: number): string {
  const words = text
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, "")
    .replace(/\s+/g, " ")
    .trim();
  return cut(words, max);
}

/** The service's own words, short and without the key. */
function said(answer: string, key: string | null): string {
  const words = /^\s*[{[]/.test(answer) ? messageOf(answer) : "";
  return hidden(words, key ? { key } : {}).slice(0, 300);
}

function messageOf(answer: string): string {
  try {
    const parsed = JSON.parse(answer) as Json;
    const { message, msg, detail, error, errors } = parsed;
    const first = Array.isArray(errors) ? errors[0] : undefined;
    for (const value of [message, msg, detail, error, first]) {
      if (typeof value === "string") return value;
      if (!isObject(value)) continue;
      const inner = value.detail ?? value.message ?? value.error;
      if (typeof inner === "string") return inner;
    }
  } catch {
    // Not what it said it was: no words.
  }
  return "";
}
