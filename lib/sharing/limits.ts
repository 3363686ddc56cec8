/** Days a link is good for; null: until it is taken back. */
export const SHARE_DAYS = [1, 7, 30, null] as const;
export type ShareDays = (typeof SHARE_DAYS)[number];
/** Links of one thing. */
export const SHARES_MAX = 20;
