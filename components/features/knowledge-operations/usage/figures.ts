import { useFormatter, useTranslations } from "next-intl";
import { type Figure, Unit } from "@/components/charts/figure-strip";
import { useMoney } from "@/components/common/use-money";
import type { UsageDto, UsageFigures } from "@/lib/features/knowledge-operations/usage-dto";
import { decimalsOfSums } from "@/lib/i18n/amounts";

/** A part of a whole; null of nothing. */
export const shareOf = (part: number, whole: number) => (whole > 0 ? part / whole : null);

const SHARES = {
  answered: ({ answered, questions }: UsageFigures) => shareOf(answered, questions),
  supported: ({ supported, cited }: UsageFigures) => shareOf(supported, cited),
  likes: ({ likes, dislikes }: UsageFigures) => shareOf(likes, likes + dislikes),
} as const;

interface Targets {
  onList: (list: "questions" | "missed") => void;
  /** Answers people disliked. */
  dislikedHref: string;
}

/** The six figures of use. */
export function useFigures({ now, previous, currency, readers, range, before }: UsageDto, targets: Targets): Figure[] {
  const t = useTranslations("knowledge-operations-usage");
  const format = useFormatter();
  const money = useMoney();
  const percent = (share: number | null) =>
    share === null ? "–" : format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const amount = (micros: number) => money(micros, currency, decimalsOfSums([micros]));
  const changed = (of: (figures: UsageFigures) => number | null, text: (by: number) => string): Figure["change"] => {
    const [after, then] = [of(now), previous && of(previous)];
    if (after === null || then === null) return null;
    return { by: after - then, text: text(Math.abs(after - then)) };
  };
  const points = (by: number) => t("change.points", { value: format.number(by * 100, { maximumFractionDigits: 1 }) });
  const days = Math.round((Date.parse(range.from) - Date.parse(before.from)) / 86_400_000);
  const share = (name: keyof typeof SHARES, note: string | undefined, target?: Figure["target"]): Figure => ({
    key: name,
    label: t(`figure.${name}`),
    value: percent(SHARES[name](now)),
    change: changed(SHARES[name], points),
    more: "good",
    note,
    target,
  });
  const relative = (by: number) => percent(by / Math.max(1, previous?.questions ?? 1));
  return [
    {
      key: "questions",
      label: t("figure.questions"),
      value: t.rich("value.questions", { count: now.questions, unit: Unit }),
      change: changed(({ questions }) => questions, relative),
      more: "good",
      note: t("note.perDay", { count: Math.round(now.questions / Math.max(1, days)) }),
      target: { onOpen: () => targets.onList("questions") },
    },
    {
      key: "people",
      label: t("figure.people"),
      value: t.rich("value.people", { count: now.people, unit: Unit }),
      change: changed(
        ({ people }) => people,
        (by) => t("change.people", { value: by }),
      ),
      more: "good",
      note: readers === null ? undefined : t("note.readers", { count: readers }),
    },
    share("answered", t("note.missed", { count: now.questions - now.answered }), {
      onOpen: () => targets.onList("missed"),
    }),
    share("supported", t("note.cited", { count: now.cited })),
    share("likes", t("note.ratings", { likes: now.likes, dislikes: now.dislikes }), { href: targets.dislikedHref }),
    {
      key: "cost",
      label: t("figure.cost"),
      value: amount(now.costMicros),
      change: changed(({ costMicros }) => costMicros, amount),
      more: "neutral",
      note:
        now.questions > 0 ? t("note.each", { amount: amount(Math.round(now.costMicros / now.questions)) }) : undefined,
    },
  ];
}
