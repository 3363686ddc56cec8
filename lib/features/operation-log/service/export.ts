import "server-only";
import { db } from "@/db/client";
import { countOperations, listWholeOperations } from "@/db/queries/operation-log/operations";
import { appName } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { csvPages, EXPORT_ROWS_MAX, type ExportCell, exportAnswer, toXlsx } from "@/lib/files/table-export";
import { moneyText } from "@/lib/i18n/amounts";
import { intlLocale, type Locale } from "@/lib/i18n/locales";
import { sheetClock } from "@/lib/i18n/moments";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { diffOf } from "../diff";
import { type FieldWriter, fieldLabel, fieldValue } from "../fields";
import type { OperationExport } from "../schema";
import { actionText, type LogTexts, targetNameText, targetText } from "../texts";
import { filterOf, namesIn, operationDto } from "./operations";

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
  const [{ timeZone }, t, log, total] = await Promise.all([
    loadConfig("customConfig"),
    areaTexts(locale, "operation-log"),
    areaTexts(locale, "log"),
    countOperations(db(), filter, EXPORT_ROWS_MAX + 1),
  ]);
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "log.export",
      target: { type: "operation-log", id: "rows" },
      after: { format, rows: Math.min(total, EXPORT_ROWS_MAX), ...query },
    }),
  );
  const header = COLUMNS.map((column) => t(`export.${column}`));
  const cut = total > EXPORT_ROWS_MAX ? t("export.cut", { rows: EXPORT_ROWS_MAX }) : null;
  // `2026-11-21 10:31:05`: sorts and opens everywhere.
  const clock = sheetClock(timeZone);
  const words = await wordsOf(log, clock, locale);
  const pages = pagesOf(
    filter,
    async (rows) => {
      const changes = await words(rows);
      return rows.map((row) => cellsOf(row, { t, log }, clock, changes));
    },
    cut,
  );
  const name = t("title");
  if (format === "csv") return exportAnswer(csvPages(header, pages), "csv", name);
  const rows: ExportCell[][] = [];
  for await (const page of pages) rows.push(...page);
  return exportAnswer(new Uint8Array(await toXlsx([{ name, header, rows }])), "xlsx", name);
}

async function* pagesOf(
  filter: ReturnType<typeof filterOf>,
  cells: (rows: readonly WholeRow[]) => Promise<ExportCell[][]>,
  cut: string | null,
): AsyncGenerator<ExportCell[][]> {
  let before: string | undefined;
  for (let count = 0; count < EXPORT_ROWS_MAX; ) {
    const rows = await listWholeOperations(db(), filter, { before, limit: Math.min(PAGE, EXPORT_ROWS_MAX - count) });
    yield await cells(rows);
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
  if (cut) yield [[cut]];
}

/** Fields and values as the screen shows them, one a line. */
async function wordsOf(t: LogTexts, clock: Intl.DateTimeFormat, locale: Locale) {
  const { currency } = await loadConfig("gatewayConfig");
  const language = intlLocale(locale);
  const apps = await areaTexts(locale, "apps");
  const numbers = new Intl.NumberFormat(language);
  return async (rows: readonly WholeRow[]) => {
    const names = await namesIn(rows, locale);
    return (row: WholeRow, side: "before" | "after"): string | null => {
      const own = (row[side] as { currency?: unknown } | null)?.currency;
      const writer: FieldWriter = {
        t,
        app: (name) => appName(name, apps),
        names,
        currency: typeof own === "string" && /^[A-Z]{3}$/.test(own) ? own : currency,
        number: (value) => numbers.format(value),
        money: (micros, of) => moneyText(language, micros, of),
        moment: (iso) => clock.format(new Date(iso)),
      };
      const fields = diffOf(null, row[side], (path, value) => fieldValue(path, value, writer));
      return fields.map(({ path, after }) => (path ? `${fieldLabel(path, t)}: ${after}` : after)).join("\n") || null;
    };
  };
}

function cellsOf(
  row: WholeRow,
  { t, log }: Record<"t" | "log", LogTexts>,
  clock: Intl.DateTimeFormat,
  words: (row: WholeRow, side: "before" | "after") => string | null,
): ExportCell[] {
  const operation = operationDto(row);
  return [
    clock.format(row.createdAt),
    operation.account,
    operation.name,
    actionText(operation.action, log),
    operation.action,
    t(`result.${operation.result}`),
    operation.code,
    targetText(operation.targetType, log),
    targetNameText(operation, log),
    operation.targetId,
    operation.address,
    operation.device,
    operation.requestId,
    words(row, "before"),
    words(row, "after"),
    operation.sealedNo,
  ];
}
