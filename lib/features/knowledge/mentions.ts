import "server-only";
import type { MentionFinder } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { baseQuery } from "./schema";
import { listBases } from "./service/bases";

/** Bases within reach by name, the last changed first: a question may be put to them. */
export const BASES_MENTIONED: MentionFinder = {
  id: "bases",
  order: 30,
  sign: "@",
  kind: "base",
  codes: [P.KB_CHAT],
  find: async (keyword, { actor, limit }) =>
    (await listBases(actor, baseQuery.parse({ keyword, pageSize: limit }))).items.map(({ id, name, owner, isOwn }) => ({
      id,
      label: name,
      detail: isOwn ? undefined : owner.name,
    })),
};
