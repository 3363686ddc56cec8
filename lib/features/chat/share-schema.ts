import { z } from "zod";

/** Days a link is good for; null: until it is taken back. */
export const SHARE_DAYS = [1, 7, 30, null] as const;
/** Links of one chat. */
export const SHARES_MAX = 20;
/** Messages of a shared chat read at a time. */
export const SHARED_PAGE = 50;

export const newShare = z.strictObject({
  days: z.union([z.literal(1), z.literal(7), z.literal(30), z.null()]),
});
export type NewShare = z.infer<typeof newShare>;

export const sharedQuery = z.object({ after: z.uuid().optional() });
