import "server-only";
import { db } from "@/db/client";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Range } from "@/lib/config/day-range";
import {
  csvPages,
  EXPORT_ROWS_MAX,
  type ExportCell,
  type ExportSheet,
  exportAnswer,
  toCsv,
  toXlsx,
} from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { Dimension, Format } from "../kinds";
import type {
  CallsExport,
  DashboardQuery,
  DepartmentTreeQuery,
  SeriesQuery,
  StatementQuery,
  TokensQuery,
} from "../schema";
import { reportTexts } from "./apps";
import { openCalls, withNames } from "./calls";
import { readDashboard } from "./dashboard";
import { readDepartmentTree } from "./department-tree";
import {
  callCells,
  callsHeader,
  cutNote,
  dashboardSheets,
  departmentTreeSheet,
  seriesSheet,
  statementSheets,
  tokensSheet,
} from "./export-tables";
import { openFrame } from "./frame";
import { readStatement } from "./statement";
import { filterOf, readRows, readTokenSeries } from "./tokens";

/** Records read at once: statements stay short. */
const PAGE = 2000;
const KIND = { app: "app", model: "model", user: "user", dept: "department" } as const;

/** Every export stands in the operation log (SECURITY PL-09): what, and narrowed to what. */
async function record(actor: Actor, id: string, after: object): Promise<void> {
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, { action: "report.export", target: { type: "report", id }, after }),
  );
}

async function give(sheets: ExportSheet[], format: Format, name: string): Promise<Response> {
  const body = format === "csv" ? toCsv(sheets) : new Uint8Array(await toXlsx(sheets));
  return exportAnswer(body, format, name);
}

const fileName = (title: string, { from, to }: Range) => `${title} ${from} – ${to}`;

/** The dashboard as a file. */
export async function exportDashboard(
  actor: Actor,
  { format, ...query }: DashboardQuery & { format: Format },
  locale: Locale,
): Promise<Response> {
  const [data, t] = await Promise.all([readDashboard(actor, query), reportTexts(locale)]);
  await record(actor, "dashboard", { format, ...data.range });
  return give(dashboardSheets(data, { t, currency: data.currency }), format, fileName(t("title"), data.range));
}

/** A token table as a file: what its filters leave, in its order. */
export async function exportTokens(
  actor: Actor,
  dimension: Dimension,
  { format, tree, ...query }: Omit<TokensQuery, "page" | "pageSize"> & { format: Format; tree?: boolean },
  locale: Locale,
): Promise<Response> {
  requirePermission(actor, P.REPORT_TOKENS);
  if (tree && dimension === "dept") return exportDepartmentTree(actor, { format, ...query }, locale);
  const [frame, t] = await Promise.all([openFrame(query), reportTexts(locale)]);
  const { items, total } = await readRows(dimension, query, frame, { limit: EXPORT_ROWS_MAX, offset: 0 }, locale);
  await record(actor, `tokens-${dimension}`, { format, rows: items.length, ...frame.range, ...filterOf(query) });
  const title = t(`tokens.${dimension}`);
  const sheet = tokensSheet(title, KIND[dimension], items, total, { t, currency: frame.currency });
  return give([sheet], format, fileName(title, frame.range));
}

/** The tree of departments as a file: each with its level, its own figures and those with what is below it. */
async function exportDepartmentTree(
  actor: Actor,
  { format, period, from, to, ...query }: DepartmentTreeQuery & { format: Format },
  locale: Locale,
): Promise<Response> {
  const [data, t] = await Promise.all([
    readDepartmentTree(actor, { period, from, to, ...filterOf(query) }),
    reportTexts(locale),
  ]);
  await record(actor, "tokens-dept", { format, rows: data.nodes.length, ...data.range, ...filterOf(query) });
  const title = t("tokens.dept");
  const sheet = departmentTreeSheet(title, data.nodes, { t, currency: data.currency });
  return give([sheet], format, fileName(title, data.range));
}

/** What was used over time as a file. */
export async function exportSeries(
  actor: Actor,
  { format, ...query }: SeriesQuery & { format: Format },
  locale: Locale,
): Promise<Response> {
  const [data, t] = await Promise.all([readTokenSeries(actor, query), reportTexts(locale)]);
  await record(actor, "series", { format, ...data.range, ...filterOf(query) });
  const title = t("export.series");
  const sheet = seriesSheet(title, data.series, { t, currency: data.currency }, data.support);
  return give([sheet], format, fileName(title, data.range));
}

/** Single records as a file, the newest first; CSV leaves while it is read. */
export async function exportCalls(actor: Actor, query: CallsExport, locale: Locale): Promise<Response> {
  requirePermission(actor, P.REPORT_TOKENS);
  const [frame, t] = await Promise.all([openFrame(query), reportTexts(locale)]);
  const { range, timeZone, currency } = frame;
  const reader = await openCalls(filterOf(query), range, query.failed ?? false);
  const { format } = query;
  await record(actor, "calls", { format, rows: Math.min(reader.total, EXPORT_ROWS_MAX), ...range, ...filterOf(query) });
  const words = { t, currency };
  const name = fileName(t("calls.title"), range);
  const rows = recordsOf(
    reader,
    (call) => callCells(call, words, timeZone),
    (count) => cutNote(t, count, reader.total),
  );
  if (format === "csv") return exportAnswer(csvPages(callsHeader(words), rows), "csv", name);
  const all: ExportCell[][] = [];
  for await (const page of rows) all.push(...page);
  return give([{ name: t("calls.title"), header: callsHeader(words), rows: all }], format, name);
}

async function* recordsOf(
  reader: Awaited<ReturnType<typeof openCalls>>,
  cells: (call: Awaited<ReturnType<typeof withNames>>[number]) => ExportCell[],
  note: (count: number) => string,
): AsyncGenerator<ExportCell[][]> {
  let before: Parameters<typeof reader.page>[0] = null;
  for (let count = 0; ; ) {
    const rows = await reader.page(before, Math.min(PAGE, EXPORT_ROWS_MAX - count));
    yield (await withNames(rows)).map(cells);
    count += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    if (count >= EXPORT_ROWS_MAX) {
      if (reader.total > count) yield [[note(count)]];
      break;
    }
    before = { day: last.day, id: last.id };
  }
}

/** A department's month as an Excel file. */
export async function exportStatement(actor: Actor, query: StatementQuery, locale: Locale): Promise<Response> {
  const [data, t] = await Promise.all([readStatement(actor, query), reportTexts(locale)]);
  await record(actor, "statement", { month: data.month, departmentId: query.departmentId ?? null });
  const department = data.department?.name || t("statement.everybody");
  return give(
    statementSheets(data, { t, currency: data.currency }),
    "xlsx",
    `${t("statement.title")} ${department} ${data.month}`,
  );
}
