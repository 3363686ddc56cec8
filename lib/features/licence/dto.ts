export type LicenceStateName =
  | "community"
  | "active"
  | "expiring"
  | "notYetValid"
  | "expired"
  | "clockWrong"
  | "invalid"
  | "wrongVersion";

/** What a licence says. */
export interface LicenceClaimsDto {
  serial: string;
  customer: string;
  startTime: string;
  endTime: string;
  /** Null is unlimited. */
  seats: number | null;
  version: string;
  issuedAt: string;
}

export interface LicenceEntryDto {
  id: string;
  serial: string;
  /** Null when its text does not verify. */
  claims: LicenceClaimsDto | null;
  installedAt: string;
  installedBy: string;
  removedAt: string | null;
  /** It is the one that applies. */
  isCurrent: boolean;
}

export interface LicenceDto {
  state: LicenceStateName;
  readOnly: boolean;
  claims: LicenceClaimsDto | null;
  id: string | null;
  remainingDays: number | null;
  seatsUsed: number;
  productVersion: string;
  history: LicenceEntryDto[];
}

export interface LicenceCheckDto {
  claims: LicenceClaimsDto;
  remainingDays: number;
  /** It begins later: until then the present state stays. */
  startsLater: boolean;
  /** More people are enabled than it has seats. */
  overSeats: boolean;
  seatsUsed: number;
}
