import { coversVersion, type LicenceClaims, type ReadLicence } from "./format";
import type { LicenceState } from "./states";

/** Days before the end at which the people in charge are told (spec N12). */
export const REMINDER_DAYS = [30, 7, 1] as const;
const DAY = 86_400_000;
/** A clock this far behind what was seen before was set back; less is a time zone or a drift put right. */
export const CLOCK_TOLERANCE_MS = DAY;

/** A licence that was installed and what its text says today. */
export interface InstalledLicence {
  id: string;
  installedAt: Date;
  read: ReadLicence;
}

export interface Licence {
  state: LicenceState;
  /** Null without a licence, and when its text does not verify. */
  claims: LicenceClaims | null;
  id: string | null;
  remainingDays: number | null;
  /** Changes are refused; reading, searching and exporting go on (spec N12). */
  readOnly: boolean;
}

interface Moment {
  now: number;
  /** Latest time this installation has seen, in milliseconds; 0 when unknown. */
  seen: number;
  productVersion: string;
}

const READ_ONLY: readonly LicenceState[] = ["expired", "clockWrong", "invalid", "wrongVersion"];

/**
 * Which of the installed licences applies, and what follows. `installed` is newest first: the newest one in force, so
 * that the next year's licence can be installed before this year's has ended; else the newest.
 */
export function licenceOf(installed: readonly InstalledLicence[], moment: Moment): Licence {
  const stated = installed.map((licence) => ({ licence, state: stateOf(licence.read, moment) }));
  const chosen = stated.find(({ state }) => state === "active" || state === "expiring") ?? stated[0];
  if (!chosen) return { state: "community", claims: null, id: null, remainingDays: null, readOnly: false };
  const { licence, state } = chosen;
  const claims = "claims" in licence.read ? licence.read.claims : null;
  return {
    state,
    claims,
    id: licence.id,
    remainingDays: claims && remainingDays(claims, moment.now),
    readOnly: READ_ONLY.includes(state),
  };
}

export function stateOf(read: ReadLicence, { now, seen, productVersion }: Moment): LicenceState {
  if ("flaw" in read) return "invalid";
  const { claims } = read;
  if (!coversVersion(claims.version, productVersion)) return "wrongVersion";
  if (now < seen - CLOCK_TOLERANCE_MS) return "clockWrong";
  if (now >= Date.parse(claims.endTime)) return "expired";
  if (now < Date.parse(claims.startTime)) return "notYetValid";
  return remainingDays(claims, now) <= REMINDER_DAYS[0] ? "expiring" : "active";
}

/** Days begun until the end: 1 on the last day, 0 after it. */
export function remainingDays(claims: LicenceClaims, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(claims.endTime) - now) / DAY));
}
