import { useFormatter, useTranslations } from "next-intl";
import type { Figure } from "@/components/charts/figure-strip";
import { useMoney } from "@/components/common/use-money";
import type { AnalysisDto, AnalysisFigures, AppDetailDto } from "@/lib/features/apps/dto";
import { appRecordsHref } from "@/lib/features/apps/paths";
import { decimalsOfSums } from "@/lib/i18n/amounts";

/** A part of a whole; null of nothing. */
const shareOf = (part: number, all: number) => (all > 0 ? part / all : null);

const likedOf = ({ likes, dislikes }: AnalysisFigures) => shareOf(likes, likes + dislikes);
const tokensOf = ({ inputTokens, outputTokens }: AnalysisFigures) => inputTokens + outputTokens;

/** A time in seconds; a dash where there is none. */
export function useSeconds() {
  const t = useTranslations("apps-editor.analysis");
  const format = useFormatter();
  return (ms: number | null) =>
    ms === null
      ? "–"
      : t("seconds", { value: format.number(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 2 : 1 }) });
}

/** The figures of an app's use, with their change since as many days before. */
export function useAnalysisFigures(
  { now, previous, returned, from, to, mayOpenRecords }: AnalysisDto,
  app: AppDetailDto,
) {
  const t = useTranslations("apps-editor.analysis");
  const format = useFormatter();
  const money = useMoney();
  const seconds = useSeconds();
  const isFlow = app.kind === "workflow";
  const percent = (share: number | null) =>
    share === null ? "–" : format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const count = (value: number) => format.number(value);
  const amount = (micros: number) => money(micros, now.cost?.currency ?? "", decimalsOfSums([micros]));
  const changed = (of: (figures: AnalysisFigures) => number | null, text: (by: number) => string): Figure["change"] => {
    const [after, before] = [of(now), previous.uses > 0 ? of(previous) : null];
    if (after === null || before === null) return null;
    return { by: after - before, text: text(Math.abs(after - before)) };
  };
  const relative = (of: (figures: AnalysisFigures) => number) =>
    of(previous) > 0 ? changed(of, (by) => percent(by / of(previous))) : null;
  const opened = (filter: Pick<Parameters<typeof appRecordsHref>[0], "feedback" | "status"> = {}): Figure["target"] =>
    isFlow || !mayOpenRecords ? undefined : { href: appRecordsHref({ app: app.id, from, to, ...filter }) };
  const runs = (status: string): Figure["target"] =>
    isFlow ? { href: `/apps/app-params-edit/${app.id}?tab=debug&status=${status}` } : undefined;
  const figures: (Figure | false)[] = [
    {
      key: "people",
      label: t("figure.people"),
      value: count(now.people),
      change: relative(({ people }) => people),
      more: "good",
      note: t("newPeople", { count: now.people - returned }),
    },
    {
      key: "uses",
      label: t(isFlow ? "figure.runs" : "figure.uses"),
      value: count(now.uses),
      change: relative(({ uses }) => uses),
      more: "good",
      note: isFlow
        ? now.people > 0 &&
          t("perPerson", { value: format.number(now.uses / now.people, { maximumFractionDigits: 1 }) })
        : t("begun", { count: now.begun }),
      target: opened() ?? runs("all"),
    },
    {
      key: "tokens",
      label: t("figure.tokens"),
      value: count(tokensOf(now)),
      change: relative(tokensOf),
      more: "neutral",
      note: now.answers > 0 && t("each", { value: count(Math.round(tokensOf(now) / now.answers)) }),
    },
    {
      key: "cost",
      label: t("figure.cost"),
      value: now.cost ? amount(now.cost.micros) : "–",
      change: relative(({ cost }) => cost?.micros ?? 0),
      more: "neutral",
      note: now.cost && now.answers > 0 && t("each", { value: amount(Math.round(now.cost.micros / now.answers)) }),
    },
    {
      key: "time",
      label: t(isFlow ? "figure.duration" : "figure.firstToken"),
      value: seconds(now.medianMs),
      change: changed(({ medianMs }) => medianMs, seconds),
      more: "bad",
      note: now.slowMs !== null && t("slow", { time: seconds(now.slowMs) }),
    },
    !isFlow && {
      key: "rating",
      label: t("figure.rating"),
      value: percent(likedOf(now)),
      change: changed(likedOf, (by) => t("points", { value: format.number(by * 100, { maximumFractionDigits: 1 }) })),
      more: "good",
      note: t("ratings", { likes: now.likes, dislikes: now.dislikes }),
      target: opened({ feedback: "any" }),
    },
    !isFlow && {
      key: "unanswered",
      label: t("figure.unanswered"),
      value: count(now.unanswered),
      change: changed(({ unanswered }) => unanswered, count),
      more: "bad",
      note: now.answers > 0 && t("ofAnswers", { share: percent(shareOf(now.unanswered, now.answers)) }),
    },
    {
      key: "failed",
      label: t(isFlow ? "figure.failedRuns" : "figure.failed"),
      value: count(now.failed),
      change: changed(({ failed }) => failed, count),
      more: "bad",
      note: now.answers > 0 && t(isFlow ? "ofRuns" : "ofAnswers", { share: percent(shareOf(now.failed, now.answers)) }),
      target: opened({ status: "notDone" }) ?? runs("failed"),
    },
  ];
  return figures.filter((figure) => figure !== false);
}
