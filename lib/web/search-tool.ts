import "server-only";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { SEARCH_COUNT_MAX, SEARCH_DEFAULTS, type SearchSettings } from "@/lib/config/tool-kinds";
import { passagesBlock } from "@/lib/grounding/passages";
import type { BuiltinTool } from "@/lib/tools/builtin/tool";
import { ToolFailure } from "@/lib/tools/types";
import { findInIndex } from "./find";
import { pageMaterial } from "./material";
import { searchWeb } from "./providers/search";
import { hasSearchProvider } from "./providers/store";
import type { PageHit } from "./providers/types";
import { listNamedSources, type Reach, usualReach } from "./reach";

/** Passages of stored pages, and their tokens. */
const PASSAGES = 8;
const TOKENS = 6000;

/**
 * Searches where the organisation lets people search who chose no source: the stored pages of its trusted sources, whose
 * passages are cited, and what a provider finds within the same domains (spec C1).
 */
export const webSearch: BuiltinTool = {
  key: "web_search",
  definition: {
    name: "web_search",
    description:
      "Searches the web and the pages of trusted sources. Gives passages, titles, addresses and short extracts; read a page " +
      "for its whole text.",
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
  cites: true,
  isPossible: async (actor) =>
    (await hasSearchProvider()) || (await listNamedSources(actor, null)).some(({ isIndexed }) => isIndexed),
  limitMs: 31_000,
  sample: { query: "Wikipedia", count: 3 },
  hasService: true,
  run: async (args, { actor, signal, settings, sessionId }) => {
    const { count: usual, language }: SearchSettings = { ...SEARCH_DEFAULTS, ...settings };
    const query = (args.query as string).trim();
    const count = Math.min((args.count as number | undefined) ?? usual, SEARCH_COUNT_MAX);
    const reach = await usualReach(actor);
    if (!reach) throw new ToolFailure("toolNotReady");
    const asked = { query, count, language, kind: "pages", allowedHosts: reach.allowed, signal, actor } as const;
    const [material, web] = await Promise.all([
      storedPassages(actor, { query, reach, sessionId, signal }),
      reach.asksProvider
        ? searchWeb({ ...asked, app: APP.TOOL_SEARCH }).then(
            ({ hits }) => ({ hits, failure: null }),
            (failure: unknown) => ({ hits: [], failure }),
          )
        : { hits: [], failure: null },
    ]);
    if (material.passages.length === 0 && web.failure) throw web.failure;
    const lines = listed(web.hits);
    const passages = material.passages.length > 0 ? passagesBlock(material.prompt) : "";
    return {
      text: [passages, lines].filter(Boolean).join("\n\n") || "Nothing was found.",
      data: { query, hits: web.hits },
      ...(passages && { material, beside: lines }),
    };
  },
};

const listed = (hits: readonly PageHit[]) =>
  hits.map(({ title, url, snippet }, index) => `${index + 1}. ${title}\n   ${url}\n   ${snippet}`).join("\n");

interface Stored {
  query: string;
  reach: Reach;
  sessionId?: string;
  signal: AbortSignal;
}

async function storedPassages(actor: Actor, { query, reach, sessionId, signal }: Stored) {
  const { sourceIds } = reach;
  const calls = { app: APP.TOOL_SEARCH, sessionId };
  const hits =
    sourceIds.length > 0 ? await findInIndex(actor, { query, sourceIds, topK: PASSAGES, calls, signal }) : [];
  const slices = hits.map(({ page, ...hit }) => ({
    hit,
    page: { title: page.title, fetchedAt: page.fetchedAt ?? new Date() },
  }));
  return pageMaterial(actor, slices, TOKENS);
}
