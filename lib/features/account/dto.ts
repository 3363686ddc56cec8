/** How somebody came in; other channels name themselves. */
export type LoginMethod = "password" | "jwt" | (string & {});

export interface SessionDto {
  id: string;
  method: LoginMethod;
  /** The browser's own description. */
  device: string;
  /** The same in words; empty where nobody can tell. */
  browser: string;
  system: string;
  kind: "desktop" | "phone" | "tablet" | "other";
  address: string;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
}

/** Another person's way in, as an administrator sees it. */
export interface UserSessionsDto {
  items: SessionDto[];
  /** False where only administrators may. */
  mayEnd: boolean;
  secondFactor: boolean;
}

export interface FactorDto {
  /** False for accounts that sign in elsewhere. */
  available: boolean;
  active: boolean;
  confirmedAt: string | null;
  recoveryCodesLeft: number;
  /** Cannot be turned off. */
  required: boolean;
}

/** Shown once, while it is being set up. */
export interface FactorSetUpDto {
  secret: string;
  uri: string;
}

export interface RecoveryCodesDto {
  account: string;
  codes: string[];
}
