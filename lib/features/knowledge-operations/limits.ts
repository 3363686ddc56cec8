/** Share of cited sentences that must be supported: below it an answer is looked at (spec H2). */
export const LOW_SUPPORT = 0.5;
/** Department of whoever has none, as counters name it. */
export const NO_DEPARTMENT = "00000000-0000-0000-0000-000000000000";
