import { PLACE_WORDS_MAX, PLACES_MAX, RECALL_QUESTION_MAX } from "./recall-limits";
import type { ExpectedPlace } from "./recall-places";

export const IMPORT_COLUMNS = ["question", "file", "words"] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

export const ROW_PROBLEMS = ["required", "tooLong", "unknownFile", "sameFiles", "tooManyPlaces", "known"] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/** What is wrong with a row, by its number in the file. */
export interface ImportProblem {
  row: number;
  column: ImportColumn;
  problem: RowProblem;
}

export interface ImportedItem {
  question: string;
  expected: ExpectedPlace[];
}

/** Columns by their place, from the first row that says anything; null: there is no column of questions, or none of files. */
export function columnsIn(
  rows: readonly (readonly string[])[],
  columnOf: (heading: string) => ImportColumn | undefined,
): { top: number; at: Partial<Record<ImportColumn, number>> } | null {
  const top = rows.findIndex((cells) => cells.some((cell) => cell.trim() !== ""));
  const at: Partial<Record<ImportColumn, number>> = {};
  for (const [index, cell] of (rows[top] ?? []).entries()) {
    const column = columnOf(cell);
    if (column) at[column] ??= index;
  }
  return at.question === undefined || at.file === undefined ? null : { top, at };
}

/**
 * Questions of a table, each with its expected places: rows with the same question are places of one. `filesNamed` gives the
 * files of a base by a name; `isKnown` says whether the set has a question already.
 */
export function itemsIn(
  rows: readonly (readonly string[])[],
  columns: NonNullable<ReturnType<typeof columnsIn>>,
  { filesNamed, isKnown }: { filesNamed(name: string): readonly string[]; isKnown(question: string): boolean },
): { items: ImportedItem[]; problems: ImportProblem[]; rows: number } {
  const items = new Map<string, ImportedItem>();
  const problems: ImportProblem[] = [];
  let count = 0;
  for (const [index, cells] of rows.entries()) {
    if (index <= columns.top || cells.every((cell) => cell.trim() === "")) continue;
    count += 1;
    const cell = (column: ImportColumn) => (cells[columns.at[column] ?? -1] ?? "").trim();
    const [question, words] = [cell("question"), cell("words")];
    const files = filesNamed(cell("file"));
    const problem = problemOf({ question, words, file: cell("file"), files, isKnown, item: items.get(question) });
    if (problem) {
      problems.push({ row: index + 1, ...problem });
      continue;
    }
    const item = items.get(question) ?? { question, expected: [] };
    items.set(question, item);
    item.expected.push({ fileId: files[0]!, ...(words && { words }) });
  }
  return { items: [...items.values()], problems, rows: count };
}

interface Row {
  question: string;
  words: string;
  file: string;
  files: readonly string[];
  isKnown(question: string): boolean;
  /** What rows above said of the question. */
  item: ImportedItem | undefined;
}

function problemOf({ question, words, file, files, isKnown, item }: Row): Omit<ImportProblem, "row"> | null {
  if (question === "") return { column: "question", problem: "required" };
  if (question.length > RECALL_QUESTION_MAX) return { column: "question", problem: "tooLong" };
  if (isKnown(question)) return { column: "question", problem: "known" };
  if (file === "") return { column: "file", problem: "required" };
  if (files.length === 0) return { column: "file", problem: "unknownFile" };
  if (files.length > 1) return { column: "file", problem: "sameFiles" };
  if (words.length > PLACE_WORDS_MAX) return { column: "words", problem: "tooLong" };
  if (item && item.expected.length >= PLACES_MAX) return { column: "file", problem: "tooManyPlaces" };
  return null;
}
