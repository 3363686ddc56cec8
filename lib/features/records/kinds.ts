/** Values of the filters; the columns of the messages hold the same. */
export const FEEDBACKS = ["like", "dislike", "any"] as const;
export const REASONS = ["wrong", "incomplete", "off_topic", "outdated", "format", "unsafe", "other"] as const;
export const STATUSES = [
  "done",
  "stopped",
  "interrupted",
  "limited",
  "failed",
  "notDone",
  "noAnswer",
  "reviewed",
] as const;
