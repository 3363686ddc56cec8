import { z } from "zod";

export const sessionDto = z.strictObject({
  id: z.uuid(),
  /** How somebody came in: `password`, `jwt`; other channels name themselves. */
  method: z.string(),
  /** The browser's own description. */
  device: z.string(),
  /** The same in words; empty where nobody can tell. */
  browser: z.string(),
  system: z.string(),
  kind: z.enum(["desktop", "phone", "tablet", "other"]),
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
});
export type SessionDto = z.infer<typeof sessionDto>;

/** Another person's way in, as an administrator sees it. */
export const userSessionsDto = z.strictObject({
  items: z.array(sessionDto),
  /** False where only administrators may. */
  mayEnd: z.boolean(),
  secondFactor: z.boolean(),
});
export type UserSessionsDto = z.infer<typeof userSessionsDto>;

/** How many sessions a call ended. */
export const endedDto = z.strictObject({ ended: z.int() });

export const factorDto = z.strictObject({
  /** False for accounts that sign in elsewhere. */
  available: z.boolean(),
  active: z.boolean(),
  confirmedAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  /** Cannot be turned off. */
  required: z.boolean(),
});
export type FactorDto = z.infer<typeof factorDto>;

/** Shown once, while it is being set up. */
export const factorSetUpDto = z.strictObject({ secret: z.string(), uri: z.string() });
export type FactorSetUpDto = z.infer<typeof factorSetUpDto>;

export const recoveryCodesDto = z.strictObject({ account: z.string(), codes: z.array(z.string()) });
export type RecoveryCodesDto = z.infer<typeof recoveryCodesDto>;
