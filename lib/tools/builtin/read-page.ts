import "server-only";
import { fetchPage, HTML_TYPES, MARKDOWN_TYPES } from "@/lib/net/web-page";
import { ToolFailure } from "../types";
import { inWorker } from "../worker";
import type { BuiltinTool } from "./tool";

/** SECURITY SS-06; milliseconds for everything the other side can draw out. */
export const PAGE_LIMITS = { maxBytes: 5 * 1024 ** 2, ms: 10_000 };
const PARSE = { ms: 10_000, heapMb: 384 };
const TYPES = new Set(["text/plain", ...HTML_TYPES, ...MARKDOWN_TYPES]);

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

const FAILURES = {
  refused: "pageRefused",
  gone: "pageUnreachable",
  unreachable: "pageUnreachable",
  type: "pageType",
  timeout: "pageTimeout",
  tooLarge: "pageTooLarge",
  busy: "pageUnreachable",
  challenge: "pageRefused",
  outside: "pageRefused",
  robots: "pageRefused",
} as const;

async function load(address: string, signal: AbortSignal) {
  const asked = fetchPage(address, { types: TYPES, ...PAGE_LIMITS, signal });
  const answer = await asked.catch(() => {
    throw new ToolFailure("toolStopped");
  });
  if (answer.kind === "failed") throw new ToolFailure(FAILURES[answer.reason], answer.detail);
  if (answer.kind === "same") throw new ToolFailure("pageUnreachable");
  const { bytes, charset, type, url } = answer;
  return { bytes, charset, isHtml: HTML_TYPES.has(type), url };
}
