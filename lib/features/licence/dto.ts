import { z } from "zod";
import { LICENCE_STATES } from "@/lib/licence/states";

/** What a licence says. */
export const licenceClaimsDto = z.strictObject({
  serial: z.string(),
  customer: z.string(),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  /** Null is unlimited. */
  seats: z.int().nullable(),
  version: z.string(),
  issuedAt: z.iso.datetime(),
});
export type LicenceClaimsDto = z.infer<typeof licenceClaimsDto>;

export const licenceEntryDto = z.strictObject({
  id: z.uuid(),
  serial: z.string(),
  /** Null when its text does not verify. */
  claims: licenceClaimsDto.nullable(),
  installedAt: z.iso.datetime(),
  installedBy: z.string(),
  removedAt: z.iso.datetime().nullable(),
  /** It is the one that applies. */
  isCurrent: z.boolean(),
});
export type LicenceEntryDto = z.infer<typeof licenceEntryDto>;

export const licenceDto = z.strictObject({
  state: z.enum(LICENCE_STATES),
  readOnly: z.boolean(),
  claims: licenceClaimsDto.nullable(),
  id: z.uuid().nullable(),
  remainingDays: z.int().nullable(),
  seatsUsed: z.int(),
  productVersion: z.string(),
  history: z.array(licenceEntryDto),
});
export type LicenceDto = z.infer<typeof licenceDto>;

export const licenceCheckDto = z.strictObject({
  claims: licenceClaimsDto,
  remainingDays: z.int(),
  /** It begins later: until then the present state stays. */
  startsLater: z.boolean(),
  /** More people are enabled than it has seats. */
  overSeats: z.boolean(),
  seatsUsed: z.int(),
});
export type LicenceCheckDto = z.infer<typeof licenceCheckDto>;
