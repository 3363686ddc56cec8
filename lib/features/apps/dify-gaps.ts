/** What of a file has no counterpart here, at a node. */
export const GAPS = [
  "python",
  "tool",
  "base",
  "secret",
  "memory",
  "history",
  "roles",
  "jinja",
  "kind",
  "operator",
  "assign",
  "vision",
  "loopEnd",
  "value",
  "long",
  "file",
  "body",
] as const;
export type Gap = (typeof GAPS)[number];
