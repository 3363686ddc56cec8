/** What the product makes of its licence at a moment. */
export const LICENCE_STATES = [
  "community",
  "active",
  "expiring",
  "notYetValid",
  "expired",
  "clockWrong",
  "invalid",
  "wrongVersion",
] as const;
export type LicenceState = (typeof LICENCE_STATES)[number];
