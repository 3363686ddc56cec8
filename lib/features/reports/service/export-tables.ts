import "server-only";
import { MICROS } from "@/lib/config/money";
import type { ExportCell, ExportSheet } from "@/lib/files/table-export";
import type {
  CallDto,
  DashboardDto,
  DepartmentNode,
  Figures,
  GroundednessDto,
  Named,
  RowDto,
  SeriesPoint,
  StatementDto,
} from "../dto";
import { costOf, isUnpriced } from "../figures";
import { type LabelKind, labelOf, type ReportTexts } from "../label";

/** Figures of an export in their order: text key, and the value of a row. */
const COLUMNS: readonly (readonly [key: string, value: (figures: Figures) => ExportCell])[] = [
  ["calls", (f) => f.calls],
  ["failed", (f) => f.failed],
  ["questions", (f) => f.questions],
  ["sessions", (f) => f.sessions],
  ["tokens", (f) => f.tokens],
  ["inputTokens", (f) => f.inputTokens],
  ["outputTokens", (f) => f.outputTokens],
  ["reasoningTokens", (f) => f.reasoningTokens],
  ["cachedTokens", (f) => f.cachedTokens],
  ["images", (f) => f.images],
  ["audioSeconds", (f) => Math.round(f.audioMs / 1000)],
  ["characters", (f) => f.characters],
  ["cost", (f) => amountOf(costOf(f))],
  ["unpriced", (f) => f.unpriced],
  ["firstTokenMs", (f) => f.firstTokenMs],
];

/** Empty without a price. */
function amountOf(micros: number | null): ExportCell {
  return micros === null ? null : micros / MICROS;
}

interface Wording {
  t: ReportTexts;
  currency: string;
}

function figureHeader({ t, currency }: Wording): string[] {
  return COLUMNS.map(([key]) => (key === "cost" ? t("export.cost", { currency }) : t(`export.${key}`)));
}

function figureCells(figures: Figures): ExportCell[] {
  return COLUMNS.map(([, value]) => value(figures));
}

export function seriesSheet(
  name: string,
  series: readonly SeriesPoint[],
  words: Wording,
  support?: GroundednessDto | null,
): ExportSheet {
  const { t } = words;
  return {
    name,
    header: [
      t("export.period"),
      ...figureHeader(words),
      ...(support ? [t("export.cited"), t("export.supported")] : []),
    ],
    rows: series.map(({ period, figures }, index) => {
      const { cited, supported } = support?.series[index] ?? {};
      return [period, ...figureCells(figures), ...(support ? [cited ?? 0, supported ?? 0] : [])];
    }),
  };
}

/** Rows of a dimension. The id stands beside the name: names repeat. */
export function rowsSheet(
  name: string,
  kind: LabelKind,
  rows: readonly (Named & { figures: Figures; tokensBefore?: number })[],
  words: Wording,
): ExportSheet {
  const { t } = words;
  const hasBefore = rows.some(({ tokensBefore }) => tokensBefore !== undefined);
  return {
    name,
    header: [
      t(`dimension.${kind}`),
      t("export.id"),
      ...(kind === "user" ? [t("export.detail")] : []),
      ...figureHeader(words),
      ...(hasBefore ? [t("export.tokensBefore")] : []),
    ],
    rows: rows.map((row) => [
      labelOf(row, kind, t),
      row.key,
      ...(kind === "user" ? [row.detail] : []),
      ...figureCells(row.figures),
      ...(hasBefore ? [row.tokensBefore ?? 0] : []),
    ]),
  };
}

export function dashboardSheets(data: DashboardDto, words: Wording): ExportSheet[] {
  const { t } = words;
  const people: ExportCell[] = [t("figure.people"), data.people, data.peopleBefore];
  const header = figureHeader(words);
  const [now, before] = [figureCells(data.totals), figureCells(data.totalsBefore)];
  return [
    {
      name: t("export.summary"),
      header: [
        t("export.figure"),
        t("export.range", { from: data.range.from, to: data.range.to }),
        t("export.range", { from: data.before.from, to: data.before.to }),
      ],
      rows: [people, ...header.map((title, index): ExportCell[] => [title, now[index] ?? null, before[index] ?? null])],
    },
    seriesSheet(t("export.series"), data.series, words),
    ...(["app", "model", "department", "user"] as const).map((kind) =>
      rowsSheet(t(`top.${kind}`), kind, data.tops[kind].items, words),
    ),
  ];
}

export function tokensSheet(name: string, kind: LabelKind, rows: readonly RowDto[], total: number, words: Wording) {
  const sheet = rowsSheet(name, kind, rows, words);
  return total > rows.length ? noted(sheet, rows.length, total, words) : sheet;
}

/** Parents before their children; `level` begins at 1. */
export function departmentTreeSheet(name: string, nodes: readonly DepartmentNode[], words: Wording): ExportSheet {
  const { t } = words;
  const figures = figureHeader(words);
  return {
    name,
    header: [
      t("export.level"),
      t("dimension.department"),
      t("export.id"),
      ...figures.map((title) => t("export.below", { title })),
      ...figures.map((title) => t("export.own", { title })),
      t("export.tokensBefore"),
    ],
    rows: nodes.map((node) => [
      node.level,
      labelOf(node, "department", t),
      node.key,
      ...figureCells(node.figures),
      ...figureCells(node.own),
      node.tokensBefore,
    ]),
  };
}

/** Says in the last row that there was more than a file holds. */
function noted(sheet: ExportSheet, rows: number, total: number, { t }: Wording): ExportSheet {
  return { ...sheet, rows: [...sheet.rows, [cutNote(t, rows, total)]] };
}

export function cutNote(t: ReportTexts, rows: number, total: number): string {
  return t("export.cut", { rows, total });
}

export function callsHeader({ t, currency }: Wording): string[] {
  const keys = [
    "time",
    "requestId",
    "user",
    "account",
    "department",
    "app",
    "model",
    "modelType",
    "supplier",
    "upstreamModel",
    "key",
    "inputTokens",
    "outputTokens",
    "reasoningTokens",
    "cachedTokens",
    "estimated",
    "images",
    "audioSeconds",
    "characters",
    "cost",
    "isUnpriced",
    "firstTokenMs",
    "durationMs",
    "outcome",
    "error",
    "attempts",
  ];
  return keys.map((key) => t(`export.${key}`, { currency }));
}

export function callCells(call: CallDto, { t }: Wording, timeZone: string): ExportCell[] {
  return [
    localTime(call.createdAt, timeZone),
    call.requestId,
    labelOf(call.user, "user", t),
    call.user.detail,
    labelOf(call.department, "department", t),
    labelOf({ key: call.app, name: call.app, removed: false, detail: "" }, "app", t),
    labelOf(call.model, "model", t),
    t.has(`modelType.${call.model.detail}`) ? t(`modelType.${call.model.detail}`) : call.model.detail,
    call.supplier,
    call.upstreamModel,
    call.apiKey && labelOf(call.apiKey, "key", t),
    call.inputTokens,
    call.outputTokens,
    call.reasoningTokens,
    call.cachedTokens,
    t(call.estimated ? "export.yes" : "export.no"),
    call.images,
    Math.round(call.audioMs / 1000),
    call.characters,
    amountOf(call.costMicros),
    t(isUnpriced(call) ? "export.yes" : "export.no"),
    call.firstTokenMs,
    call.durationMs,
    t(`outcome.${call.outcome}`),
    call.error && t.has(`reason.${call.error}`) ? t(`reason.${call.error}`) : call.error,
    call.attempts,
  ];
}

/** `2026-11-21 10:31:05` in a time zone: sorts and opens everywhere. */
export function localTime(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString("sv-SE", { timeZone });
}

export function statementSheets(data: StatementDto, words: Wording): ExportSheet[] {
  const { t } = words;
  const department = data.department ? labelOf(data.department, "department", t) : t("statement.everybody");
  const facts: ExportCell[][] = [
    [t("statement.department"), department],
    [t("statement.month"), data.month],
    [t("statement.generated"), `${localTime(data.generatedAt, data.timeZone)} (${data.timeZone})`],
    [t("figure.people"), data.people],
  ];
  const figures = figureHeader(words);
  const total = figureCells(data.total);
  const own = data.own && figureCells(data.own);
  return [
    {
      name: t("statement.title"),
      header: [t("statement.title"), t("statement.total"), ...(own ? [t("statement.own")] : [])],
      rows: [
        ...facts,
        ...figures.map((title, index): ExportCell[] => [
          title,
          total[index] ?? null,
          ...(own ? [own[index] ?? null] : []),
        ]),
      ],
    },
    {
      name: t("statement.lines"),
      header: [t("dimension.app"), t("dimension.model"), ...figures],
      rows: [
        ...data.lines.map((line): ExportCell[] => [
          labelOf(line.app, "app", t),
          labelOf(line.model, "model", t),
          ...figureCells(line.figures),
        ]),
        [t("statement.total"), null, ...total],
      ],
    },
    ...(["app", "model", "department"] as const).map((kind) => {
      const rows = { app: data.apps, model: data.models, department: data.departments }[kind];
      const sheet = rowsSheet(t(`statement.by.${kind}`), kind, rows, words);
      return { ...sheet, rows: [...sheet.rows, [t("statement.total"), null, ...total]] };
    }),
  ];
}
