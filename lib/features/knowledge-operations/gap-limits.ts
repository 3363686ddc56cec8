import { GAP_STATES } from "@/lib/config/knowledge-kinds";

export const DAY_MS = 86_400_000;
/** Findings are put into gaps for so long after they were asked, days. */
export const GAP_DAYS = 90;
/** A verified gap that gets a question so soon after opens again, days. */
export const REOPEN_DAYS = 30;
/** From the assignment to the day a gap is due, where none is named, days. */
export const DUE_DAYS = 7;
/** Spans of the board (spec 9). */
export const BOARD_DAYS = [7, 30, 90] as const;
export type BoardDays = (typeof BOARD_DAYS)[number];
/** The hour of the product's time zone at which questions are grouped. */
export const GROUPING_HOUR = 6;
/** From here on questions mean the same. Vectors of words alone find less alike what people say in other words. */
export const ALIKE = { meaning: 0.78, words: 0.5 };
/** Cards of a column at first, and those one press adds. */
export const COLUMN_CARDS = 20;
/** Gaps an export holds at most. */
export const EXPORT_GAPS_MAX = 5000;
/** Characters of a question on the board, and of an answer that is shown beside another. */
export const QUESTION_SHOWN = 300;
export const ANSWER_SHOWN = 1200;
/** Files shown as nearest to a gap. */
export const NEAREST_FILES = 5;

/** A gap that is neither verified nor waits for its questions to pass. */
export const UNFIXED = GAP_STATES.slice(0, 2);

/** spec 3, H6: characters of a recommended question, those a person writes, those found in use, and those shown at once. */
export const RECOMMENDED_LENGTH = 200;
export const RECOMMENDED_MAX = 200;
export const RECOMMENDED_AUTO_MAX = 50;
export const RECOMMENDED_SHOWN_MAX = 20;
/** What speaks for recommending a question that was asked: people, share of its citations that are borne out, days looked at. */
export const RECOMMENDED_PEOPLE = 3;
export const RECOMMENDED_SUPPORT = 0.8;
export const RECOMMENDED_DAYS = 30;
