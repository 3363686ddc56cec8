/** What a money budget holds for. */
export const BUDGET_SUBJECTS = ["user", "department", "app", "key"] as const;
export type BudgetSubject = (typeof BUDGET_SUBJECTS)[number];

/** What the request log keeps of calls, from nothing to their words. */
export const LOG_LEVELS = ["off", "metadata", "redacted", "full"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Whether a level keeps words, and more of them than another does. */
export function keepsMore(level: LogLevel, than: LogLevel): boolean {
  return ["redacted", "full"].includes(level) && LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(than);
}

/** What a call would do with a channel. */
export const CHANNEL_VERDICTS = ["first", "next", "probe", "resting", "limited", "off"] as const;
export type ChannelVerdict = (typeof CHANNEL_VERDICTS)[number];
