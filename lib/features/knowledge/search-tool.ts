import "server-only";
import { APP } from "@/lib/areas/apps";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { passagesBlock } from "@/lib/grounding/passages";
import { P } from "@/lib/permissions/codes";
import type { BuiltinTool } from "@/lib/tools/builtin/tool";
import { materialOf } from "./service/chat/material";
import { findEverywhere } from "./service/search/search";

/** Slices of one call, and tokens of the passages they make: a model may call again with other words. */
const HITS = 8;
const TOKENS = 8000;
const NOTHING = "Nothing in the knowledge bases this person may read says anything of it.";

/** What the bases a person reaches say, found by the model's own words and cited like what the person named themselves. */
export const searchKnowledge: BuiltinTool = {
  key: "search_knowledge",
  definition: {
    name: "search_knowledge",
    description:
      "Searches the knowledge bases of this organisation (rules, manuals, contracts, procedures) for passages. Use it for " +
      "questions about the organisation. The query may be a question or key words, in the language of the documents.",
    parameters: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: CHAT_INPUT_MAX.other, description: "What to look for" },
      },
      required: ["query"],
      additionalProperties: false,
    },
  },
  enabled: true,
  anyOf: [P.KB_CHAT, P.KB_SEARCH],
  cites: true,
  limitMs: 30_000,
  sample: null,
  hasService: false,
  run: async ({ query }, { actor, signal }) => {
    const found = await findEverywhere(actor, { query: query as string, limit: HITS, app: APP.CHAT });
    signal.throwIfAborted();
    const material = await materialOf(actor, found, TOKENS);
    if (material.passages.length === 0) return { text: NOTHING };
    const slices = found.map(({ hit: { sliceId }, set: { versionId, baseId } }) => ({
      ...{ kind: "slice" as const, text: "", isKept: true, sliceId, versionId, baseId },
    }));
    return { text: passagesBlock(material.prompt), material, found: slices };
  },
};
