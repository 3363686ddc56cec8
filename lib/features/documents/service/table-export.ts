import "server-only";
import { placeText } from "@/lib/answers/export/places";
import type { Actor } from "@/lib/auth/actor";
import { numberedText } from "@/lib/citations/numbered";
import { EXPORT_ROWS_MAX, type ExportSheet, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts, errorText } from "@/lib/i18n/translate";
import type { TableCellDto } from "../dto";
import { readChat } from "./chats";
import { readTable } from "./table";

/** The table of a conversation as a file: a row a document, and a sheet with the words each cell cites. */
export async function exportTable(
  actor: Actor,
  chatId: string,
  format: "xlsx" | "csv",
  locale: Locale,
): Promise<Response> {
  const [{ title }, table, t] = await Promise.all([
    readChat(actor, chatId),
    readTable(actor, chatId),
    areaTexts(locale, "documents-output"),
  ]);
  const cells = new Map(table.cells.map((cell) => [`${cell.columnId} ${cell.documentId}`, cell]));
  const textOf = async (cell: TableCellDto | undefined) => {
    if (!cell) return "";
    if (cell.status === "done") return numberedText(cell.text, cell.citations);
    if (cell.status !== "failed") return t(`cell.${cell.status}`);
    return t("cell.failed", { reason: await errorText(locale, cell.failure ?? "unknown") });
  };
  const rows: string[][] = [];
  const cited: string[][] = [];
  for (const { documentId, name } of table.documents.slice(0, EXPORT_ROWS_MAX)) {
    const row = [name];
    for (const { id, question } of table.columns) {
      const cell = cells.get(`${id} ${documentId}`);
      row.push(await textOf(cell));
      for (const { number, place, quote } of cell?.citations ?? []) {
        cited.push([name, question, `[${number}]`, placeText(place, t), quote || t("notFound")]);
      }
    }
    rows.push(row);
  }
  const sheets: ExportSheet[] = [
    { name: t("table"), header: [t("document"), ...table.columns.map(({ question }) => question)], rows },
    {
      name: t("footnotes"),
      header: [t("document"), t("question"), "#", t("placeColumn"), t("quote")],
      rows: cited,
    },
  ];
  const body = format === "csv" ? toCsv(sheets) : new Uint8Array(await toXlsx(sheets));
  return exportAnswer(body, format, title || t("untitled"));
}
