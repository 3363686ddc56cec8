import "server-only";
import { buffer } from "node:stream/consumers";
import { db } from "@/db/client";
import { findVersionSource } from "@/db/queries/parsing/parsing";
import { listSlicesOfSet } from "@/db/queries/retrieval/retrieval";
import type { ErrorKey } from "@/lib/errors/errors";
import { fileStore } from "@/lib/files/storage";
import { readText } from "@/lib/parsing/store";
import type { BuiltinTool } from "@/lib/tools/builtin/tool";
import { ToolFailure } from "@/lib/tools/types";
import { inWorker } from "@/lib/tools/worker";
import { pageMaterial } from "./material";
import { readableDomains } from "./reach";
import { readSnapshot, type Snapshot } from "./snapshots";

const MARKDOWN = { ms: 10_000, heapMb: 384 };
/** Of a page, where it is cited; tokens. */
const TOKENS = 12_000;
const SLICES = 200;
/** Of a page whose Markdown cannot be made. */
const CHARACTERS = 60_000;

/** A page by its address, as its snapshot: where an answer cites, its words are cited and open as they were read. */
export const readPage: BuiltinTool = {
  key: "read_page",
  definition: {
    name: "read_page",
    description: "Reads a web page and gives its text as Markdown. Text and Markdown files work too.",
    parameters: {
      type: "object",
      properties: { url: { type: "string", minLength: 1, maxLength: 2000, description: "http or https address" } },
      required: ["url"],
      additionalProperties: false,
    },
  },
  enabled: false,
  cites: true,
  limitMs: 45_000,
  sample: null,
  hasService: false,
  run: async ({ url }, { actor, signal }) => {
    const allowed = await readableDomains(actor);
    const page = await readSnapshot(url as string, { actor, allowed, signal }).catch((error: unknown) => {
      throw signal.aborted ? new ToolFailure("toolStopped") : error;
    });
    if ("failure" in page) throw new ToolFailure(FAILURES[page.failure] ?? "pageUnreadable");
    const read = await markdownOf(page, signal);
    const slices = await listSlicesOfSet(
      db(),
      page.setId,
      Array.from({ length: SLICES }, (_, at) => at),
    );
    const material = await pageMaterial(
      actor,
      slices.map((slice) => ({ hit: { ...slice, versionId: page.versionId }, page })),
      TOKENS,
    );
    const title = read.title || (page.title === page.address ? "" : page.title);
    const text = `${title ? `# ${title}\n\n` : ""}Source: ${page.address}\n\n${read.text}`;
    return {
      ...{ text, data: { title, url: page.address } },
      ...(material.passages.length > 0 && { material, beside: `Source: ${page.address}` }),
    };
  },
};

const FAILURES: Partial<Record<ErrorKey, ErrorKey>> = {
  webPageLimited: "pageRefused",
  webPageOutside: "pageRefused",
  webPageRobots: "pageRefused",
  webPageChallenge: "pageRefused",
  webPageGone: "pageUnreachable",
  webPageUnreachable: "pageUnreachable",
  webPageBusy: "pageUnreachable",
  webPageTimeout: "pageTimeout",
  webPageTooLarge: "pageTooLarge",
  webPageType: "pageType",
  webPageScripts: "pageEmpty",
  documentEmpty: "pageEmpty",
  documentTimeout: "pageTimeout",
};

/** What the page is about, with its links; all of its words where that cannot be told from the rest of it. */
async function markdownOf({ versionId, address }: Snapshot, signal: AbortSignal) {
  const source = await findVersionSource(db(), versionId);
  if (!source) throw new ToolFailure("pageUnreadable");
  const bytes = new Uint8Array(await buffer(await (await fileStore()).read(source.storageKey)));
  const page = { bytes, charset: source.encoding, isHtml: source.format === "html", url: address };
  try {
    return await inWorker("page", page, MARKDOWN, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof ToolFailure)) throw error;
    return { title: "", text: await readText(versionId, 0, CHARACTERS) };
  }
}
