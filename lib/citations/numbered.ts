import type { Citation } from "./dto";

/** An answer whose marks are the numbers people see, `[2]`; a mark of no citation goes with the blanks before it. */
export function numberedText(text: string, citations: readonly Citation[]): string {
  if (!text.includes("[^c")) return text;
  const numbers = new Map(citations.map(({ id, number }) => [id, number]));
  return text.replace(/([ \t]*)\[\^c(\d+)\]/g, (_, blanks: string, id: string) => {
    const number = numbers.get(Number(id));
    return number === undefined ? "" : `${blanks}[${number}]`;
  });
}
