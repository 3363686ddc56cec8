import "server-only";
import type { PaletteFinder } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { squareAddress } from "./filter";
import { squareQuery } from "./schema";
import { listSquare } from "./service/square";

/** Prompts shared with the person, and their own. */
export const PROMPTS_FOUND: PaletteFinder = {
  id: "prompts",
  order: 50,
  codes: [P.CHAT],
  async find(keyword, { actor, locale, limit }) {
    const found = await Promise.all(
      (["mine", "prompts"] as const).map((tab) =>
        listSquare(actor, squareQuery.parse({ tab, keyword, pageSize: limit }), locale),
      ),
    );
    const byId = new Map(found.flatMap(({ items }) => items).map((prompt) => [prompt.id, prompt]));
    return [...byId.values()].slice(0, limit).map(({ id, name }) => ({
      id,
      label: name,
      href: `/personal/chat?view=prompts${squareAddress.query({ ...squareAddress.plain, open: id }).replace("?", "&")}`,
    }));
  },
};
