import "server-only";
import { APP } from "@/lib/areas/apps";
import { SEARCH_COUNT_MAX, SEARCH_DEFAULTS, type SearchSettings } from "@/lib/config/tool-kinds";
import type { BuiltinTool } from "@/lib/tools/builtin/tool";
import { searchWeb } from "./search";
import { hasSearchProvider } from "./store";

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
  isPossible: hasSearchProvider,
  limitMs: 31_000,
  sample: { query: "Wikipedia", count: 3 },
  hasService: true,
  run: async (args, { actor, signal, settings }) => {
    const { count: usual, language }: SearchSettings = { ...SEARCH_DEFAULTS, ...settings };
    const query = (args.query as string).trim();
    const count = Math.min((args.count as number | undefined) ?? usual, SEARCH_COUNT_MAX);
    const asked = { query, count, language, kind: "pages", allowedHosts: null, signal, actor } as const;
    const { hits } = await searchWeb({ ...asked, app: APP.TOOL_SEARCH });
    const lines = hits.map(({ title, url, snippet }, index) => `${index + 1}. ${title}\n   ${url}\n   ${snippet}`);
    return { text: lines.join("\n") || "Nothing was found.", data: { query, hits } };
  },
};
