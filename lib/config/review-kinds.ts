/** spec 3: rules of the organisation, and those of one app. */
export const REVIEW_TYPES = ["default", "custom"] as const;
/** What was reviewed: what a person asks, or what a model says. */
export const REVIEW_SIDES = ["input", "output"] as const;
export type ReviewSide = (typeof REVIEW_SIDES)[number];

/** spec 5. */
export const REVIEW_KEYWORDS_MAX = 100;
export const REVIEW_KEYWORD_LENGTH = 100;
/** Rules at most: all of them are looked for in every question. */
export const REVIEW_RULES_MAX = 100;
/** Rules of one app: they travel with its settings. */
export const REVIEW_OWN_RULES_MAX = 20;
export const REVIEW_NAME_MAX = 60;
export const REVIEW_DESCRIPTION_MAX = 200;
export const REVIEW_REPLY_MAX = 1000;
/** Characters of an audit copy. */
export const REVIEW_COPY_MAX = 20_000;
/** Days a hit is kept. */
export const REVIEW_HIT_DAYS = 180;
