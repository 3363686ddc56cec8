import { ANSWER_RULES } from "@/lib/grounding/prompt";

/** As `ANSWER_RULES`, for an answer that fits the cell of a table. */
export const CELL_RULES = `${ANSWER_RULES}
- Answer in one to three short sentences or a few words, without an introduction. It goes into a table.`;

/** Numbers of the files a model picked, from 1; none: it said nothing usable. */
export function pickedNumbers(answer: string, count: number): number[] {
  const numbers = (answer.match(/\d+/g) ?? []).map(Number).filter((number) => number >= 1 && number <= count);
  return [...new Set(numbers)];
}
