import "server-only";
import { db } from "@/db/client";
import {
  countRounds,
  insertReads,
  listRounds,
  listRoundTexts,
  type RecordView,
  type RoundRow,
} from "@/db/queries/records/records";
import { APP, appName } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { contentDisposition } from "@/lib/files/names";
import { csvPages, type ExportCell, exportAnswer, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { sheetClock } from "@/lib/i18n/moments";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { RecordDto } from "../dto";
import { EXPORT_MAX, type OwnExport, type RecordExport } from "../schema";
import { type RecordTexts, wordOf } from "../texts";
import { filterOf, type RoundFilter, withMoney } from "./rounds";

/** Rows read at once: statements stay short, and words few in memory. */
const PAGE = 500;
const PEOPLE = ["person", "account", "department"] as const;
const COLUMNS = [
  "time",
  ...PEOPLE,
  "app",
  "model",
  "status",
  "feedback",
  "reason",
  "remark",
  "inputTokens",
  "outputTokens",
  "cost",
  "currency",
  "unpriced",
  "durationMs",
  "cited",
  "supported",
  "title",
  "question",
  "answer",
  "recordId",
] as const;
type ColumnName = (typeof COLUMNS)[number];

interface WholeRound extends RecordDto {
  words: { question: string; answer: string };
}
interface Writer {
  t: RecordTexts;
  app: (name: string) => string;
  clock: Intl.DateTimeFormat;
}

/**
 * Everybody's rounds as a file. It has words only where the policy opens them; each conversation that leaves with its
 * words counts as read, and its owner sees so.
 */
export async function exportRecords(
  actor: Actor,
  { format, ...query }: RecordExport,
  locale: Locale,
): Promise<Response> {
  // Whoever looks after searches alone takes these alone along.
  if (query.app === APP.SEARCH) requirePermission(actor, P.CHAT_RECORD, P.SEARCH_RECORD);
  else requirePermission(actor, P.CHAT_RECORD);
  const filter = await filterOf(query);
  const total = await countRounds(db(), filter, "console", EXPORT_MAX + 1);
  const rows = Math.min(total, EXPORT_MAX);
  // What was searched for may be words of a conversation: that something was is enough.
  const { keyword, ...rest } = query;
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "record.export",
      target: { type: "records", id: "rows" },
      after: { format, rows, ...rest, searched: keyword !== undefined },
    }),
  );
  const told = new Set<string>();
  const tell = async (page: readonly RoundRow[]) => {
    const opened = page.filter(({ isReadable, sessionId }) => isReadable && !told.has(sessionId));
    const sessions = new Map(opened.map(({ sessionId, userId, title }) => [sessionId, { userId, title: title ?? "" }]));
    for (const id of sessions.keys()) told.add(id);
    await insertReads(
      db(),
      actor.id,
      [...sessions].map(([sessionId, session]) => ({ sessionId, ...session })),
    );
  };
  return tableAnswer(roundsOf(filter, "console", tell), {
    format,
    locale,
    columns: COLUMNS,
    isCut: total > EXPORT_MAX,
  });
}

/** A person's own rounds as a file: a table, or a text to read. */
export async function exportOwn(actor: Actor, { format, ...query }: OwnExport, locale: Locale): Promise<Response> {
  requirePermission(actor, P.USER);
  const view = { ownerId: actor.id };
  const filter = await filterOf(query);
  const isCut = (await countRounds(db(), filter, view, EXPORT_MAX + 1)) > EXPORT_MAX;
  const pages = roundsOf(filter, view);
  if (format === "md") return markdownAnswer(pages, locale, isCut);
  const columns = COLUMNS.filter((name) => !(PEOPLE as readonly string[]).includes(name));
  return tableAnswer(pages, { format, locale, columns, isCut });
}

async function* roundsOf(
  filter: RoundFilter,
  view: RecordView,
  onPage: (rows: readonly RoundRow[]) => Promise<void> = async () => undefined,
): AsyncGenerator<WholeRound[]> {
  let before: string | undefined;
  for (let count = 0; count < EXPORT_MAX; ) {
    const rows = await listRounds(db(), filter, { view, before, limit: Math.min(PAGE, EXPORT_MAX - count) });
    await onPage(rows);
    const readable = rows.filter(({ isReadable }) => isReadable).map(({ id }) => id);
    const texts = new Map((await listRoundTexts(db(), readable)).map((row) => [row.id, row]));
    yield (await withMoney(rows)).map((round) => {
      const found = texts.get(round.id);
      return { ...round, words: { question: found?.question ?? "", answer: found?.answer ?? "" } };
    });
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
}

async function writerOf(locale: Locale): Promise<Writer> {
  const [{ timeZone }, t, apps] = await Promise.all([
    loadConfig("customConfig"),
    areaTexts(locale, "records"),
    areaTexts(locale, "apps"),
  ]);
  // `2026-11-21 10:31:05`: sorts and opens everywhere.
  const clock = sheetClock(timeZone);
  return { t: t as unknown as RecordTexts, app: (name) => appName(name, apps), clock };
}

interface Table {
  format: "csv" | "xlsx";
  locale: Locale;
  columns: readonly ColumnName[];
  isCut: boolean;
}

async function tableAnswer(
  pages: AsyncGenerator<WholeRound[]>,
  { format, locale, columns, isCut }: Table,
): Promise<Response> {
  const writer = await writerOf(locale);
  const { t } = writer;
  const header = columns.map((column) => t(`export.${column}`));
  const cells = cellPages(pages, columns, writer, isCut);
  const name = t("title");
  if (format === "csv") return exportAnswer(csvPages(header, cells), "csv", name);
  const rows: ExportCell[][] = [];
  for await (const page of cells) rows.push(...page);
  return exportAnswer(new Uint8Array(await toXlsx([{ name, header, rows }])), "xlsx", name);
}

async function* cellPages(
  pages: AsyncGenerator<WholeRound[]>,
  columns: readonly ColumnName[],
  writer: Writer,
  isCut: boolean,
): AsyncGenerator<ExportCell[][]> {
  for await (const page of pages) {
    yield page.map((round) => {
      const cells = cellsOf(round, writer);
      return columns.map((column) => cells[column]);
    });
  }
  if (isCut) yield [[writer.t("export.cut", { rows: EXPORT_MAX })]];
}

function cellsOf(round: WholeRound, { t, app, clock }: Writer): Record<ColumnName, ExportCell> {
  const closed = round.closed && t(`closed.${round.closed}`);
  return {
    time: clock.format(new Date(round.createdAt)),
    person: round.user.name,
    account: round.user.account,
    department: round.department?.name ?? null,
    app: app(round.app),
    model: round.modelName,
    status: wordOf(t, "status", round.status),
    feedback: round.feedback && t(`feedback.${round.feedback}`),
    reason: round.feedbackReason && wordOf(t, "reason", round.feedbackReason),
    remark: round.feedbackText,
    inputTokens: round.inputTokens,
    outputTokens: round.outputTokens,
    cost: round.costMicros === null ? null : round.costMicros / 1_000_000,
    currency: round.currency,
    unpriced: round.unpriced,
    durationMs: round.durationMs,
    cited: round.support?.cited ?? null,
    supported: round.support?.supported ?? null,
    title: closed ?? round.title,
    question: closed ?? round.words.question,
    answer: closed ?? round.words.answer,
    recordId: round.id,
  };
}

async function markdownAnswer(pages: AsyncGenerator<WholeRound[]>, locale: Locale, isCut: boolean): Promise<Response> {
  const { t, app, clock } = await writerOf(locale);
  const parts = [`# ${t("title")}`];
  for await (const page of pages) {
    for (const round of page) {
      const facts = [clock.format(new Date(round.createdAt)), app(round.app), round.modelName];
      parts.push(`## ${round.title || t("untitled")}`, `*${facts.filter(Boolean).join(" · ")}*`);
      parts.push(round.words.question.replace(/^/gm, "> "), round.words.answer);
    }
  }
  if (isCut) parts.push(t("export.cut", { rows: EXPORT_MAX }));
  return new Response(`${parts.filter(Boolean).join("\n\n")}\n`, {
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": contentDisposition("attachment", `${t("title")}.md`),
    },
  });
}
