import { z } from "zod";

/** What the console shows of a channel's SCIM; the token itself is in the answer that made it and nowhere else. */
export const scimState = z.object({
  baseUrl: z.string(),
  hasToken: z.boolean(),
  /** Whether the reader may make a token or take it back. */
  isEditable: z.boolean(),
  subject: z.enum(["externalId", "userName"]),
  people: z.number(),
  disabled: z.number(),
  groups: z.number(),
  lastPushAt: z.string().nullable(),
});
export type ScimState = z.infer<typeof scimState>;

export const scimGroupItem = z.object({
  id: z.string(),
  displayName: z.string(),
  externalId: z.string().nullable(),
  members: z.number(),
});
export type ScimGroupItem = z.infer<typeof scimGroupItem>;
