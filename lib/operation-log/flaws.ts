/** What may be wrong with the chain of the operation log. */
export const CHAIN_FLAWS = ["changed", "missing", "cutOff", "headLost"] as const;
export type ChainFlaw = (typeof CHAIN_FLAWS)[number];
