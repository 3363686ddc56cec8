import "server-only";
import type { Mention, MentionFinder, PaletteSearch } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import type { PromptDto } from "./dto";
import type { SquareTab } from "./limits";
import { squareQuery } from "./schema";
import { listSquare } from "./service/square";

/** Prompts of a kind: own ones first, then those that are kept, then what is used most of all that is shared. */
async function promptsOf(
  type: PromptDto["type"],
  tabs: readonly SquareTab[],
  keyword: string | undefined,
  { actor, locale, limit }: PaletteSearch,
): Promise<Mention[]> {
  const found = await Promise.all(
    tabs.map((tab) => listSquare(actor, squareQuery.parse({ tab, keyword, pageSize: limit }), locale)),
  );
  const byId = new Map(found.flatMap(({ items }) => items).map((prompt) => [prompt.id, prompt]));
  return [...byId.values()]
    .filter((prompt) => prompt.type === type)
    .slice(0, limit)
    .map(({ id, name, description }) => ({ id, label: name, detail: description || undefined }));
}

/** Prompts to begin a question with. */
export const PROMPTS_MENTIONED: MentionFinder = {
  id: "prompts",
  order: 10,
  sign: "/",
  kind: "prompt",
  codes: [P.CHAT],
  find: (keyword, search) => promptsOf("user", ["mine", "favourites", "prompts"], keyword, search),
};

/** Roles to switch on for a chat. */
export const ROLES_MENTIONED: MentionFinder = {
  id: "roles",
  order: 20,
  sign: "/",
  kind: "role",
  codes: [P.CHAT],
  find: (keyword, search) => promptsOf("role", ["mine", "favourites", "roles"], keyword, search),
};
