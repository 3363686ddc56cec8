/* Apart from the schemas: pages load these, and zod would weigh on them. */

/** Names in the address of the token statistics (spec 2). */
export const DIMENSIONS = ["app", "model", "user", "dept"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const ORDERS = [
  "tokens",
  "inputTokens",
  "outputTokens",
  "calls",
  "failed",
  "questions",
  "sessions",
  "images",
  "costMicros",
  "firstTokenMs",
] as const;
export type Order = (typeof ORDERS)[number];

/** What filters choose from. */
export const CHOICE_KINDS = ["app", "model", "user", "dept", "key"] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

export const FORMATS = ["csv", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];
