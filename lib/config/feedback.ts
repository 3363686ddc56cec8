/** spec 4: a dislike needs a reason. */
export const DISLIKE_REASONS = ["wrong", "incomplete", "off_topic", "outdated", "format", "unsafe", "other"] as const;
export type DislikeReason = (typeof DISLIKE_REASONS)[number];
/** Characters of what a person adds to a reason. */
export const FEEDBACK_TEXT_MAX = 500;
