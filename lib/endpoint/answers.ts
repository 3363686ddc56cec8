import { z } from "zod";

// @exempt text: what we answer

/** What a call answers that has nothing to say. */
export const nothing = z.null();

/** What a call answers that made something. */
export const madeId = z.strictObject({ id: z.uuid() });

/** What a call answers that made several things. */
export const madeIds = z.strictObject({ ids: z.array(z.uuid()) });

/** What a call answers that changed settings: the revision to send with the next change. */
export const madeRevision = z.strictObject({ revision: z.string() });

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item), total: z.int().min(0) });

/** All of a list. */
export const listOf = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item) });

/** A part of a list that grows without end; `next` asks for the part after it. */
export const cursorPageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() });
