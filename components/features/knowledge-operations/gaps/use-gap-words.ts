"use client";

import { useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import type { Tone } from "@/components/ui/tone";
import type { GapState } from "@/lib/config/knowledge-kinds";
import type { GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";

export const STATE_TONES: Record<GapState, Tone> = {
  open: "warning",
  assigned: "primary",
  fixed: "primary",
  verified: "success",
};

const DAY_MS = 86_400_000;
/** Days that are over between two moments. */
export const daysSince = (iso: string): number => Math.floor((Date.now() - Date.parse(iso)) / DAY_MS);

/** What a gap says of itself, in words. */
export function useGapWords() {
  const t = useTranslations("knowledge-operations-gaps");
  const moments = useMoments();
  return {
    title: ({ title, questions }: Pick<GapCardDto, "title" | "questions">) =>
      title ?? t("untitled", { count: questions }),
    why: ({ questions, notFound, lowSupport, disliked }: GapCardDto) => {
      if (notFound === questions && lowSupport + disliked === 0) return t("card.allNotFound");
      return Object.entries({ notFound, lowSupport, disliked })
        .filter(([, count]) => count > 0)
        .map(([cause, count]) => t(`card.why.${cause as "notFound"}`, { count }))
        .join(" · ");
    },
    departments: ({ departments }: GapCardDto) => {
      const [first, second, ...more] = departments.map(({ name }) => name);
      if (!first || !second) return first ?? "";
      if (more.length === 0) return t("card.two", { first, second });
      return t("card.departments", { first, more: departments.length - 1 });
    },
    /** What is said of the day a gap is due. */
    due: (dueAt: string) => {
      const left = Math.floor((Date.parse(dueAt) - Date.now()) / DAY_MS);
      return left < 0
        ? { text: t("card.overdue", { days: -left }), isLate: true }
        : { text: t("card.left", { days: left }), isLate: false };
    },
    age: (iso: string) => t("card.age", { days: daysSince(iso) }),
    day: (iso: string) => moments.day(iso),
  };
}
