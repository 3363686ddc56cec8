/** Share of cited sentences that must be supported: below it an answer is looked at (spec H2). */
export const LOW_SUPPORT = 0.5;
/** Department of whoever has none, as counters name it. */
export const NO_DEPARTMENT = "00000000-0000-0000-0000-000000000000";

/** spec 9: days a screen of use looks back. */
export const USAGE_DAYS = [7, 30, 90] as const;
export type UsageDays = (typeof USAGE_DAYS)[number];
/** Questions below which a change from one period to the next says nothing. */
export const FEW_QUESTIONS = 20;
/** Share of answered questions below which a question is marked as answered badly. */
export const LOW_ANSWERED = 0.75;
/** Days counters by slice, question and person are kept. */
export const COUNTER_DAYS = 400;
/** Characters of why a finding was dismissed. */
export const DISMISS_REASON_MAX = 200;
