/*
 * How moments read on screens, by what they are told to; the formatter brings the language and the time zone. Hours count
 * to 24 in both languages (design 10).
 */

export const TO_MINUTE = {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

/** For what may lie years back. */
export const TO_MINUTE_OF_YEAR = { year: "numeric", ...TO_MINUTE } as const;

export const TO_SECOND = { ...TO_MINUTE, second: "2-digit" } as const;
