import "server-only";
import { isDay } from "@/lib/config/time";
import { storedText } from "@/lib/files/table-export";
import { bareText } from "@/lib/text/terms";
import { QA_SYNONYMS_MAX } from "../../limits";
import type { QaRowReason } from "../../qa-dto";
import { newQa } from "../../qa-schema";

export const QA_COLUMNS = ["question", "answer", "synonyms", "validFrom", "validUntil"] as const;
export type QaColumn = (typeof QA_COLUMNS)[number];

/** What a heading is compared by. */
const headingKey = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[*\s_-]/g, "");

/** The column of each heading, by the texts of all languages; null where question or answer is missing. */
export function columnsOf(
  header: readonly string[],
  headings: ReadonlyMap<QaColumn, readonly string[]>,
): Map<QaColumn, number> | null {
  const columns = new Map<QaColumn, number>();
  for (const [column, texts] of headings) {
    const known = new Set([column, ...texts].map(headingKey));
    const at = header.findIndex((text) => known.has(headingKey(text)));
    if (at >= 0) columns.set(column, at);
  }
  return columns.has("question") && columns.has("answer") ? columns : null;
}

/** A pair as a row has it. */
export interface ReadQa {
  question: string;
  answer: string;
  synonyms: string[];
  validFrom: string | null;
  validUntil: string | null;
}

/** What a row says, or why it is not taken. Synonyms stand one a line, or apart by a bar; those that stand twice count once. */
export function readRow(cells: readonly string[], columns: ReadonlyMap<QaColumn, number>): ReadQa | QaRowReason {
  const cell = (column: QaColumn) => storedText(cells[columns.get(column) ?? -1] ?? "").trim();
  const question = cell("question").replace(/\s+/g, " ");
  const answer = cell("answer");
  if (bareText(question) === "") return "noQuestion";
  if (answer === "") return "noAnswer";
  const synonyms = new Map<string, string>();
  for (const text of cell("synonyms").split(/[\r\n|｜]+/)) {
    const synonym = text.trim();
    const bare = bareText(synonym);
    if (bare !== "" && bare !== bareText(question) && !synonyms.has(bare)) synonyms.set(bare, synonym);
  }
  if (synonyms.size > QA_SYNONYMS_MAX) return "synonymsMost";
  const [validFrom, validUntil] = (["validFrom", "validUntil"] as const).map((column) => dayOf(cell(column)));
  if (validFrom === undefined || validUntil === undefined) return "date";
  const read = newQa.safeParse({ question, answer, synonyms: [...synonyms.values()], validFrom, validUntil });
  if (read.success) {
    const { synonyms: kept = [], ...row } = read.data;
    return { question: row.question, answer: row.answer, synonyms: kept, validFrom, validUntil };
  }
  const [field] = read.error.issues[0]?.path ?? [];
  if (field === "validUntil") return "date";
  if (field === "answer") return "answerTooLong";
  return field === "synonyms" ? "synonymTooLong" : "questionTooLong";
}

/** `2027-3-1`, `2027/03/01` and `2027.3.1` are days; empty is none, undefined no day at all. */
function dayOf(text: string): string | null | undefined {
  if (text === "") return null;
  const [, year, month, date] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? [];
  if (!year || !month || !date) return undefined;
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(day) ? day : undefined;
}
