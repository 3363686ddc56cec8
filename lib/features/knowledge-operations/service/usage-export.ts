import "server-only";
import { db } from "@/db/client";
import { listCoveredFiles } from "@/db/queries/knowledge-operations/coverage";
import { listMostAsked } from "@/db/queries/knowledge-operations/usage";
import { insertReads } from "@/db/queries/records/records";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { type Range, splitRange } from "@/lib/config/day-range";
import { MICROS } from "@/lib/config/money";
import { type ExportSheet, exportAnswer, toCsv, toXlsx } from "@/lib/files/table-export";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { NO_DEPARTMENT } from "../limits";
import type { UsageDto, UsageFigures } from "../usage-dto";
import type { UsageExport } from "../usage-schema";
import { type Sight, sightOf } from "./insight";
import { readUsage } from "./usage";
import { toFile } from "./usage-files";
import { openWords } from "./usage-questions";

/** Rows of a sheet at most. */
const QUESTIONS_MAX = 2000;
const FILES_MAX = 20_000;

type Texts = Awaited<ReturnType<typeof areaTexts>>;

/**
 * The use of a base or of the center as a file: figures, days, shares, questions, reasons, files. Each conversation whose words
 * leave with it counts as read, and its owner sees so. Throws notFound.
 */
export async function exportUsage(
  actor: Actor,
  { format, baseId, ...query }: UsageExport,
  locale: Locale,
): Promise<Response> {
  const [data, sight, t] = await Promise.all([
    readUsage(actor, baseId, query),
    sightOf(actor, baseId),
    areaTexts(locale, "knowledge-operations-usage"),
  ]);
  const [questions, files] = [
    await questionSheet(actor, sight, data.range, t),
    await fileSheet(actor, sight, data.range, t),
  ];
  const sheets = [
    summarySheet(data, t),
    daySheet(data, t),
    ...shareSheets(data, t),
    questions,
    reasonSheet(data, t),
    files,
  ];
  const target = { type: "knowledgeBase", id: sight.base?.id ?? "center", name: sight.base?.name };
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, { action: "knowledge.usage.export", target, after: { format, ...query } }),
  );
  const name = `${t("title")} ${sight.base?.name ?? t("center")} ${data.range.from} – ${data.range.to}`;
  const body = format === "csv" ? toCsv(sheets) : new Uint8Array(await toXlsx(sheets));
  return exportAnswer(body, format, name);
}

const FIGURES = ["questions", "people", "answered", "notFound", "cited", "supported", "likes", "dislikes"] as const;

function summarySheet({ range, before, now, previous, currency }: UsageDto, t: Texts): ExportSheet {
  const days = ({ from, to }: Range) => `${from} – ${to}`;
  const row = (title: string, of: (figures: UsageFigures) => number) => [
    title,
    of(now),
    previous ? of(previous) : null,
  ];
  return {
    name: t("sheet.summary"),
    header: [t("sheet.figure"), days(range), days(before)],
    rows: [
      ...FIGURES.map((name) => row(t(`sheet.${name}`), (figures) => figures[name])),
      row(t("sheet.cost", { currency }), ({ costMicros }) => costMicros / MICROS),
    ],
  };
}

const daySheet = ({ series }: UsageDto, t: Texts): ExportSheet => ({
  name: t("sheet.days"),
  header: [t("sheet.day"), t("sheet.answered"), t("sheet.missed")],
  rows: series.map(({ day, answered, missed }) => [day, answered, missed]),
});

function shareSheets({ departments, bases }: UsageDto, t: Texts): ExportSheet[] {
  const sheet = (name: string, column: string, rows: UsageDto["departments"], other: string): ExportSheet => ({
    name,
    header: [column, t("sheet.questions"), t("sheet.answered")],
    rows: rows.map((row) => [
      row.id === null ? other : row.id === NO_DEPARTMENT ? t("department.none") : row.name,
      row.questions,
      row.answered,
    ]),
  });
  return [
    sheet(t("sheet.departments"), t("department.label"), departments, t("department.other")),
    ...(bases.length > 0 ? [sheet(t("sheet.bases"), t("base.label"), bases, t("base.other"))] : []),
  ];
}

async function questionSheet(actor: Actor, sight: Sight, range: Range, t: Texts): Promise<ExportSheet> {
  const { top: rows } = await listMostAsked(
    db(),
    { baseIds: [...sight.named.keys()], window: splitRange(range, range.to) },
    QUESTIONS_MAX,
  );
  const { words } = await openWords(actor, rows, range);
  const read = new Map([...words.values()].map((row) => [row.sessionId, row]));
  await insertReads(
    db(),
    actor.id,
    [...read.values()].map(({ userId, sessionId, title }) => ({ userId, sessionId, title: title ?? "" })),
  );
  return {
    name: t("sheet.questionList"),
    header: [t("base.label"), t("sheet.question"), t("sheet.questions"), t("sheet.answered")],
    rows: rows.map(({ baseId, key, questions, answered }) => [
      sight.named.get(baseId) ?? "",
      words.get(`${baseId} ${key}`)?.text ?? t("question.closed"),
      questions,
      answered,
    ]),
  };
}

const reasonSheet = ({ reasons }: UsageDto, t: Texts): ExportSheet => ({
  name: t("sheet.reasons"),
  header: [t("sheet.reason"), t("sheet.dislikes")],
  rows: reasons.map(({ reason, count }) => [t(`reason.${reason ?? "none"}`), count]),
});

async function fileSheet(actor: Actor, sight: Sight, range: Range, t: Texts): Promise<ExportSheet> {
  const { rows } = await listCoveredFiles(
    db(),
    { baseIds: [...sight.named.keys()], window: splitRange(range, range.to) },
    { subjects: subjectsOf(actor), state: "all", limit: FILES_MAX, offset: 0 },
  );
  const columns = ["hits", "cited", "likes", "dislikes", "slices", "citedSlices", "hitSlices", "unusedSlices"] as const;
  return {
    name: t("sheet.files"),
    header: [t("base.label"), t("sheet.file"), ...columns.map((column) => t(`column.${column}`))],
    rows: rows.map((row) => {
      const file = toFile(row, sight);
      return [sight.named.get(row.base_id) ?? "", file.name, ...columns.map((column) => file[column])];
    }),
  };
}
