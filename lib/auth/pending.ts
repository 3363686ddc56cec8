/** What a person has to do before anything else, in the order in which it is asked for (spec 10, spec N13). */
export const PENDING_STEPS = ["password", "factor", "terms"] as const;
export type PendingStep = (typeof PENDING_STEPS)[number];

/** The refusal of every other call while a step is open. */
export const PENDING_ERRORS = {
  password: "passwordChangeRequired",
  factor: "secondFactorMissing",
  terms: "termsNotAccepted",
} as const satisfies Record<PendingStep, string>;

/**
 * Which step a door is open in: `always` (self-info, language, logout), or the one step it belongs to. A door without it
 * opens when nothing is pending.
 */
export type BeforeReady = "always" | PendingStep;

/** The steps that are open, first things first. */
export function pendingSteps(open: Record<PendingStep, boolean>): PendingStep[] {
  return PENDING_STEPS.filter((step) => open[step]);
}

/** Whether a door is open to somebody with these steps before them. */
export function isOpenBefore(pending: readonly PendingStep[], beforeReady?: BeforeReady): boolean {
  const [first] = pending;
  return first === undefined || beforeReady === "always" || beforeReady === first;
}

/** Known steps of a claim or an answer; anything else is left out. */
export function readPending(value: unknown): PendingStep[] {
  return Array.isArray(value) ? PENDING_STEPS.filter((step) => value.includes(step)) : [];
}

/** Where the login screen asks for the first open step. */
export function pendingPath(step: PendingStep, redirectUrl?: string): string {
  return `/login?step=${step}${redirectUrl ? `&redirectUrl=${encodeURIComponent(redirectUrl)}` : ""}`;
}
