import "server-only";
import { db } from "@/db/client";
import { countOperations, listWholeOperations } from "@/db/queries/operations";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { loadConfig } from "@/lib/config/system-config";
import { csvPages, EXPORT_ROWS_MAX, type ExportCell, exportAnswer, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { OperationExport } from "../schema";
import { actionText, type LogTexts, targetText } from "../texts";
import { filterOf, operationDto } from "./operations";

/** Rows read at once: statements stay short. */
const PAGE = 2000;
const COLUMNS = [
  "time",
  "account",
  "name",
  "action",
  "actionCode",
  "result",
  "code",
  "targetType",
  "targetName",
  "targetId",
  "address",
  "device",
  "requestId",
  "before",
  "after",
  "sealedNo",
] as const;

type WholeRow = Awaited<ReturnType<typeof listWholeOperations>>[number];

/** The rows a filter leaves as a file, newest first; the export itself stands in the log (SECURITY PL-09). */
export async function exportLog(
  actor: Actor,
  { format, ...query }: OperationExport,
  locale: Locale,
): Promise<Response> {
  requirePermission(actor, P.LOGS_OPERATION);
  const filter = filterOf(query);
  const [{ timeZone }, t, total] = await Promise.all([
    loadConfig("customConfig"),
    areaTexts(locale, "operationLog"),
    countOperations(db(), filter, EXPORT_ROWS_MAX + 1),
  ]);
  await db().transaction((tx) =>
    recordDeed(tx, actor, {
      action: "log.export",
      target: { type: "operation-log", id: "rows" },
      after: { format, rows: Math.min(total, EXPORT_ROWS_MAX), ...query },
    }),
  );
  const header = COLUMNS.map((column) => t(`export.${column}`));
  const cut = total > EXPORT_ROWS_MAX ? t("export.cut", { rows: EXPORT_ROWS_MAX }) : null;
  // `2026-11-21 10:31:05`: sorts and opens everywhere.
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const pages = pagesOf(filter, (row) => cellsOf(row, t, clock), cut);
  const name = t("title");
  if (format === "csv") return exportAnswer(csvPages(header, pages), "csv", name);
  const rows: ExportCell[][] = [];
  for await (const page of pages) rows.push(...page);
  return exportAnswer(new Uint8Array(await toXlsx([{ name, header, rows }])), "xlsx", name);
}

async function* pagesOf(
  filter: ReturnType<typeof filterOf>,
  cells: (row: WholeRow) => ExportCell[],
  cut: string | null,
): AsyncGenerator<ExportCell[][]> {
  let before: string | undefined;
  for (let count = 0; count < EXPORT_ROWS_MAX; ) {
    const rows = await listWholeOperations(db(), filter, { before, limit: Math.min(PAGE, EXPORT_ROWS_MAX - count) });
    yield rows.map(cells);
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
  if (cut) yield [[cut]];
}

function cellsOf(row: WholeRow, t: LogTexts, clock: Intl.DateTimeFormat): ExportCell[] {
  const operation = operationDto(row);
  return [
    clock.format(row.createdAt),
    operation.account,
    operation.name,
    actionText(operation.action, t),
    operation.action,
    t(`result.${operation.result}`),
    operation.code,
    targetText(operation.targetType, t),
    operation.targetName,
    operation.targetId,
    operation.address,
    operation.device,
    operation.requestId,
    json(row.before),
    json(row.after),
    operation.sealedNo,
  ];
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
