import { z } from "zod";

/** What the console shows of a channel's SCIM; the token itself is in the answer that made it and nowhere else. */
export const scimStateDto = z.strictObject({
  baseUrl: z.string(),
  hasToken: z.boolean(),
  /** Whether the reader may make a token or take it back. */
  isEditable: z.boolean(),
  subject: z.enum(["externalId", "userName"]),
  people: z.int(),
  disabled: z.int(),
  groups: z.int(),
  lastPushAt: z.iso.datetime().nullable(),
});
export type ScimState = z.infer<typeof scimStateDto>;

export const scimTokenDto = z.strictObject({ token: z.string() });

export const scimGroupDto = z.strictObject({
  id: z.uuid(),
  displayName: z.string(),
  externalId: z.string().nullable(),
  members: z.int(),
});
export type ScimGroupItem = z.infer<typeof scimGroupDto>;
