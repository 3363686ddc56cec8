import { z } from "zod";

export const newShare = z.strictObject({
  days: z.union([z.literal(1), z.literal(7), z.literal(30), z.null()]),
});
export type NewShare = z.infer<typeof newShare>;

export const sharedQuery = z.object({ after: z.uuid().optional() });
