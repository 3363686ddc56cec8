import "server-only";
import type { WebPageStatus } from "@/lib/config/web-kinds";
import type { ErrorKey } from "@/lib/errors/errors";
import { fetchPage, HopRefused, HTML_TYPES, MARKDOWN_TYPES, type PageFailure, type WebPage } from "@/lib/net/web-page";
import { type Allowed, assertMayRead, isAllowed } from "./hosts";
import { type PageHead, readHead } from "./links";
import { PAGE_LIMITS, PAGE_TYPES, pageText } from "./page-text";
import { isChallenge } from "./refusals";

/** What keeps a page from being read, as its row and as people are told. */
export interface LoadFailure {
  kind: "failed";
  status: WebPageStatus;
  failure: ErrorKey;
}

export interface LoadedPage {
  kind: "page";
  page: WebPage;
  format: "html" | "md" | "txt";
  /** Null for what is no html. */
  head: PageHead | null;
  html: string;
}

const FAILURES: Record<PageFailure, Omit<LoadFailure, "kind">> = {
  refused: { status: "limited", failure: "webPageLimited" },
  gone: { status: "gone", failure: "webPageGone" },
  unreachable: { status: "failed", failure: "webPageUnreachable" },
  type: { status: "failed", failure: "webPageType" },
  timeout: { status: "failed", failure: "webPageTimeout" },
  tooLarge: { status: "failed", failure: "webPageTooLarge" },
  busy: { status: "failed", failure: "webPageBusy" },
  challenge: { status: "challenge", failure: "webPageChallenge" },
  outside: { status: "failed", failure: "webPageOutside" },
  robots: { status: "robots", failure: "webPageRobots" },
};

const loadFailure = (reason: PageFailure): LoadFailure => ({ kind: "failed", ...FAILURES[reason] });

interface Loading {
  allowed: Allowed;
  signal: AbortSignal;
  known?: { etag: string | null; modified: string | null };
}

/**
 * Fetches a page as the rules of the sites allow: neither it nor any hop of a redirect lies outside the domains (spec C1), and
 * each hop is asked for only where its own site allows it. `same`: as it was when it was last asked for.
 */
export async function loadPage(
  address: string,
  { allowed, signal, known }: Loading,
): Promise<LoadedPage | LoadFailure | { kind: "same" }> {
  const judge = async (url: URL) => {
    if (!isAllowed(url, allowed)) throw new HopRefused("outside");
    await assertMayRead(url.href, allowed, signal);
  };
  try {
    await judge(new URL(address));
  } catch (error) {
    if (error instanceof HopRefused) return loadFailure(error.reason);
    throw error;
  }
  const headers = {
    ...(known?.etag && { "if-none-match": known.etag }),
    ...(known?.modified && { "if-modified-since": known.modified }),
  };
  const limits = { ...PAGE_LIMITS, types: PAGE_TYPES, signal };
  const answer = await fetchPage(address, { ...limits, headers, beforeHop: judge, isChallenge });
  if (answer.kind === "same") return answer;
  if (answer.kind === "failed") return loadFailure(answer.reason);
  const isHtml = HTML_TYPES.has(answer.type);
  const format = isHtml ? "html" : MARKDOWN_TYPES.has(answer.type) ? "md" : "txt";
  const html = isHtml ? pageText(answer.bytes, answer.charset) : "";
  return { kind: "page", page: answer, format, html, head: isHtml ? readHead(html, answer.url) : null };
}
