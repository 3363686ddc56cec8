import { z } from "zod";

/** What a call answers that has nothing to say. */
export const nothing = z.null();

/** What a call answers that made something. */
export const madeId = z.strictObject({ id: z.uuid() });

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item), total: z.int().min(0) });

/** All of a list. */
export const listOf = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item) });
