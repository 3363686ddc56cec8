import { LATENCY_BOUND } from "@/lib/config/latency";
import type { Figures, GroundednessDto, Support } from "@/lib/features/reports/dto";
import type { ReportTexts } from "@/lib/features/reports/label";
import { costText } from "./cost";
import type { Format } from "./format";
import type { Kpi } from "./kpi-grid";

interface Source {
  totals: Figures;
  totalsBefore: Figures;
  people: number;
  peopleBefore: number;
  series: readonly { figures: Figures }[];
  /** Absent: no course of people is drawn. */
  peopleSeries?: readonly { people: number }[];
  projectedMicros?: number;
  support?: GroundednessDto | null;
}

const shareOf = ({ cited, supported }: Support) => (cited > 0 ? supported / cited : null);

/** The eight figures of a report's head. */
export function kpisOf(source: Source, format: Format, t: ReportTexts): Kpi[] {
  const { totals: now, totalsBefore: before, series } = source;
  const course = (pick: (figures: Figures) => number | null) => series.map(({ figures }) => pick(figures));
  const tokens = format.short(now.tokens);
  const isShort = (now.firstTokenMs ?? 0) < 1000;
  const firstToken =
    now.firstTokenMs === null ? "–" : isShort ? format.whole(now.firstTokenMs) : format.seconds(now.firstTokenMs);
  const rate = (figures: Figures) => (figures.calls > 0 ? figures.failed / figures.calls : 0);
  const counted = (key: "questions" | "sessions" | "images", unit: string): Kpi => ({
    key,
    label: t(`figure.${key}`),
    ...numberOf(format, now[key], t, unit),
    now: now[key],
    before: before[key],
    more: "good",
    course: course((figures) => figures[key]),
  });
  return [
    {
      key: "tokens",
      label: t("figure.tokens"),
      value: tokens.value,
      unit: tokens.unit && t(`unit.${tokens.unit}`),
      now: now.tokens,
      before: before.tokens,
      more: "neutral",
      course: course((figures) => figures.tokens),
    },
    {
      key: "people",
      label: t("figure.people"),
      value: format.whole(source.people),
      unit: format.measure("people"),
      now: source.people,
      before: source.peopleBefore,
      more: "good",
      course: source.peopleSeries?.map(({ people }) => people) ?? [],
    },
    counted("questions", "times"),
    {
      key: "latency",
      label: t("figure.latency"),
      value: firstToken,
      unit: now.firstTokenMs === null ? undefined : t(isShort ? "unit.ms" : "unit.s"),
      now: now.firstTokenMs,
      before: before.firstTokenMs,
      more: "bad",
      course: course((figures) => figures.firstTokenMs),
      note:
        now.firstTokenP50 === null || now.firstTokenP95 === null
          ? undefined
          : t("kpi.latency", {
              p50: bounded(now.firstTokenP50, format, t),
              p95: bounded(now.firstTokenP95, format, t),
            }),
    },
    {
      key: "cost",
      label: t("figure.cost"),
      value: costText(now, format),
      unpriced: now.unpriced,
      now: now.costMicros,
      before: before.costMicros,
      more: "neutral",
      course: course((figures) => figures.costMicros),
      note: source.projectedMicros ? t("kpi.projection", { amount: format.money(source.projectedMicros) }) : undefined,
    },
    counted("sessions", "sessions"),
    // Apps that cite draw nothing.
    source.support ? supportKpi(source.support, format, t) : counted("images", "pictures"),
    {
      key: "failed",
      label: t("figure.failed"),
      ...numberOf(format, now.failed, t, "times"),
      now: now.failed,
      before: before.failed,
      more: "bad",
      course: course((figures) => figures.failed),
      note: now.calls > 0 ? t("kpi.rate", { rate: format.percent(rate(now)) }) : undefined,
    },
  ];
}

/** How much of what answers say with a source the source bears out (spec D6). */
function supportKpi({ now, before, series }: GroundednessDto, format: Format, t: ReportTexts): Kpi {
  const share = shareOf(now);
  return {
    key: "support",
    label: t("figure.support"),
    value: share === null ? "–" : format.percent(share),
    now: share,
    before: shareOf(before),
    more: "good",
    course: series.map(shareOf),
    note: now.cited > 0 ? t("kpi.support", { ...now }) : undefined,
  };
}

/** Beyond the last counted bound only that much is known. */
function bounded(ms: number, format: Format, t: ReportTexts): string {
  return ms >= LATENCY_BOUND ? t("time.over", { value: format.time(LATENCY_BOUND) }) : format.time(ms);
}

function numberOf(format: Format, value: number, t: ReportTexts, unit: string): Pick<Kpi, "value" | "unit"> {
  const { value: text, unit: factor } = format.short(value);
  return { value: text, unit: factor ? t(`unit.${factor}`) : format.measure(unit) };
}
