import { z } from "zod";
import { DRAFT_STATES } from "@/lib/config/knowledge-kinds";

/** An answer before it is filed: what the form begins with. */
export const proposedDraftDto = z.strictObject({ title: z.string(), text: z.string() });

/** Who will read a filed answer, and the files it cites that some of them may not read. */
export const draftReadersDto = z.strictObject({
  readers: z.int(),
  narrower: z.array(z.string()),
  /** It becomes a file at once: the person manages the base. */
  isDirect: z.boolean(),
});

const named = z.strictObject({ id: z.uuid(), name: z.string() });

export const draftDto = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  state: z.enum(DRAFT_STATES),
  /** Why it was rejected. */
  reason: z.string(),
  /** Kind of the conversation it was given in, and its title then. */
  origin: z.strictObject({ kind: z.string(), title: z.string() }),
  author: named,
  /** Who decided, by name. */
  decider: z.string().nullable(),
  /** Null once the reader may not use it any more. */
  base: named.nullable(),
  /** The file of the base it became, while the reader may see it. */
  fileId: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type DraftDto = z.infer<typeof draftDto>;
