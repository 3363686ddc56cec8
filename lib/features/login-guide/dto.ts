import { z } from "zod";
import { GUIDE_STEPS, PACKAGE_FIELDS } from "./steps";

/** The admin guide of one channel with the values to copy. */
export const guideDto = z.strictObject({
  channelId: z.uuid(),
  nameZh: z.string(),
  nameEn: z.string(),
  done: z.array(z.enum(GUIDE_STEPS)),
  finishedAt: z.iso.datetime().nullable(),
  /** Empty where the channel's form is not filled in yet. */
  clientId: z.string(),
  tenantId: z.string(),
  redirectUrl: z.string(),
  /** The one of the channel, else the one to choose. */
  appIdUri: z.string(),
  /** Where an administrator of the tenant agrees for everybody; empty without a client id. */
  consentUrl: z.string(),
  /** Sign-in inside the team client is on. */
  hasTeams: z.boolean(),
  /** What the package for the team client waits for. */
  missing: z.array(z.enum(PACKAGE_FIELDS)),
});
export type GuideDto = z.infer<typeof guideDto>;
