import { z } from "zod";

/** A link to something of one's own, for colleagues. */
export const linkDto = z.strictObject({
  id: z.uuid(),
  /** Null: until it is taken back. */
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type LinkDto = z.infer<typeof linkDto>;
