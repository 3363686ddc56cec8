import "server-only";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { BodyTooLarge, bodyBytes, egressFetch } from "@/lib/net/egress-fetch";
import { ToolFailure } from "../types";
import { inWorker } from "../worker";
import type { BuiltinTool } from "./tool";

/** SECURITY SS-06; milliseconds for everything the other side can draw out. */
export const PAGE_LIMITS = { maxBytes: 5 * 1024 ** 2, ms: 10_000 };
const PARSE = { ms: 10_000, heapMb: 384 };
const HTML = new Set(["text/html", "application/xhtml+xml"]);
const TEXT = new Set(["text/plain", "text/markdown", "text/x-markdown"]);

export const readPage: BuiltinTool = {
  key: "read_page",
  definition: {
    name: "read_page",
    description: "Reads a public web page and gives its text as Markdown. Text and Markdown files work too.",
    parameters: {
      type: "object",
      properties: { url: { type: "string", minLength: 1, maxLength: 2000, description: "http or https address" } },
      required: ["url"],
      additionalProperties: false,
    },
  },
  enabled: false,
  isReady: () => true,
  limitMs: 30_000,
  sample: null,
  hasService: false,
  run: async ({ url }, { signal }) => {
    const page = await load(url as string, signal);
    const read = await inWorker("page", page, PARSE, signal);
    const text = `${read.title ? `# ${read.title}\n\n` : ""}Source: ${page.url}\n\n${read.text}`;
    return { text, data: { title: read.title, url: page.url } };
  },
};

async function load(address: string, signal: AbortSignal) {
  const deadline = AbortSignal.timeout(PAGE_LIMITS.ms);
  const headers = {
    accept: "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8",
    "user-agent": `Mozilla/5.0 (compatible; PageReader/${PRODUCT_VERSION})`,
  };
  try {
    const init = { headers, signal: AbortSignal.any([signal, deadline]) };
    const response = await egressFetch(address, init, { policy: "user", maxBytes: PAGE_LIMITS.maxBytes });
    if (!response.ok) {
      await response.body?.cancel();
      const isRefused = [401, 402, 403, 407, 451].includes(response.status);
      throw new ToolFailure(isRefused ? "pageRefused" : "pageUnreachable", `HTTP ${response.status}`);
    }
    const [type = "", ...rest] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
    const isHtml = HTML.has(type.trim());
    if (!isHtml && !TEXT.has(type.trim())) {
      await response.body?.cancel();
      throw new ToolFailure("pageType", type.trim().slice(0, 80));
    }
    const charset = rest.join(";").match(/charset\s*=\s*"?([\w-]{1,40})/)?.[1] ?? null;
    return { bytes: await bodyBytes(response), charset, isHtml, url: response.url || address };
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    if (signal.aborted) throw new ToolFailure("toolStopped");
    if (deadline.aborted) throw new ToolFailure("pageTimeout");
    if (error instanceof BodyTooLarge || (error as Error).cause instanceof BodyTooLarge) {
      throw new ToolFailure("pageTooLarge");
    }
    // Refused, closed and unknown addresses answer alike: the answer must not tell what is in our network.
    throw new ToolFailure("pageUnreachable");
  }
}
