import "server-only";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { BodyTooLarge, egressFetch } from "./egress-fetch";
import { Deadline, wholeBody } from "./whole-body";

/** By this name the rules of a web site know what reads its pages. */
export const PAGE_READER = "PageReader";
export const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
export const MARKDOWN_TYPES: ReadonlySet<string> = new Set(["text/markdown", "text/x-markdown"]);
const ACCEPT = "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8";

export type PageFailure =
  | "refused"
  | "gone"
  | "unreachable"
  | "type"
  | "timeout"
  | "tooLarge"
  /** The site has too much to do. */
  | "busy"
  /** It checks whether a person asks. */
  | "challenge"
  /** What a hop of a redirect was refused for. */
  | "outside"
  | "robots";

/** A hop of a redirect that the caller does not go to. */
export class HopRefused extends Error {
  constructor(readonly reason: PageFailure) {
    super(reason);
    this.name = "HopRefused";
  }
}
/** Of a refusal's body, what is looked at to tell why. */
const REFUSAL_BYTES = 65_536;

export interface WebPage {
  kind: "page";
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type and charset as the header has them. */
  type: string;
  charset: string | null;
  /** Where it was found in the end. */
  url: string;
  etag: string | null;
  modified: string | null;
}
/** `same`: as it was when it was last asked for. */
export type PageAnswer = WebPage | { kind: "same" } | { kind: "failed"; reason: PageFailure; detail: string };

interface PageRequest {
  /** Media types that are taken; any where none are named. */
  types?: ReadonlySet<string>;
  accept?: string;
  maxBytes: number;
  /** Milliseconds for everything the other side can draw out. */
  ms: number;
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** Asked before each hop of a redirect; throws HopRefused for one that is not to be called. */
  beforeHop?(url: URL): Promise<void> | void;
  /** Whether the body of a refusal is a check of visitors. */
  isChallenge?(headers: Headers, body: string): boolean;
}

/**
 * A page of the public web, through the egress check (SECURITY rule 11). Refused, closed and unknown addresses answer alike: the
 * answer must not tell what is in our network. Throws only what ends the caller's own signal.
 */
export async function fetchPage(
  address: string,
  { types, accept = ACCEPT, maxBytes, ms, signal, headers, beforeHop, isChallenge }: PageRequest,
): Promise<PageAnswer> {
  const deadline = new Deadline(ms);
  const sent = { accept, "user-agent": `Mozilla/5.0 (compatible; ${PAGE_READER}/${PRODUCT_VERSION})`, ...headers };
  try {
    const init = { headers: sent, signal: AbortSignal.any([signal, deadline.signal]) };
    const response = await egressFetch(address, init, { policy: "user", maxBytes, beforeHop });
    const leave = async () => response.body?.cancel();
    if (response.status === 304) {
      await leave();
      return { kind: "same" };
    }
    if (!response.ok) {
      const isCheck =
        isChallenge && CHECKED.has(response.status) && isChallenge(response.headers, await beginning(response));
      await leave().catch(() => undefined);
      return failed(isCheck ? "challenge" : reasonOf(response.status), `HTTP ${response.status}`);
    }
    const [first = "", ...rest] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
    const type = first.trim();
    if (types && !types.has(type)) {
      await leave();
      return failed("type", type.slice(0, 80));
    }
    return {
      kind: "page",
      bytes: await wholeBody(response, { maxBytes, deadline, signal }),
      type,
      charset: rest.join(";").match(/charset\s*=\s*"?([\w-]{1,40})/)?.[1] ?? null,
      url: response.url || address,
      etag: response.headers.get("etag")?.slice(0, 200) ?? null,
      modified: response.headers.get("last-modified")?.slice(0, 100) ?? null,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) return failed("timeout");
    if ((error as Error).name === "HopRefused") return failed((error as HopRefused).reason);
    const isTooLarge = error instanceof BodyTooLarge || (error as Error).cause instanceof BodyTooLarge;
    return failed(isTooLarge ? "tooLarge" : "unreachable");
  } finally {
    deadline.stop();
  }
}

const failed = (reason: PageFailure, detail = ""): PageAnswer => ({ kind: "failed", reason, detail });

/** Statuses a check of visitors comes with. */
const CHECKED = new Set([401, 403, 429, 503]);

/** The first words of a body. */
async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    while (size < REFUSAL_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
    }
  } finally {
    reader.releaseLock();
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, REFUSAL_BYTES));
}

function reasonOf(status: number): PageFailure {
  if (status === 404 || status === 410) return "gone";
  if (status === 429 || status === 503) return "busy";
  return [401, 402, 403, 407, 451].includes(status) ? "refused" : "unreachable";
}
