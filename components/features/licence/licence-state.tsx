"use client";

import { BadgeCheck, CircleAlert, Clock, Lock, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { Tone } from "@/components/ui/tone";
import type { LicenceDto } from "@/lib/features/licence/dto";
import { useDay } from "./use-day";

const LOOKS: Record<LicenceDto["state"], { tone: Tone; icon: LucideIcon }> = {
  community: { tone: "neutral", icon: BadgeCheck },
  active: { tone: "success", icon: BadgeCheck },
  expiring: { tone: "warning", icon: Clock },
  notYetValid: { tone: "neutral", icon: Clock },
  expired: { tone: "danger", icon: Lock },
  clockWrong: { tone: "danger", icon: CircleAlert },
  invalid: { tone: "danger", icon: CircleAlert },
  wrongVersion: { tone: "danger", icon: CircleAlert },
};
const SOFT: Record<Tone, string> = {
  neutral: "bg-muted text-fg-2",
  primary: "bg-primary-soft text-primary-ink",
  success: "bg-success-soft text-success-ink",
  warning: "bg-warning-soft text-warning-ink",
  danger: "bg-danger-soft text-danger-ink",
};

/** The state in large, what it means, and the days that remain. */
export function LicenceState({ licence }: { licence: LicenceDto }) {
  const t = useTranslations("licence");
  const day = useDay();
  const { state, claims, remainingDays } = licence;
  const { tone, icon: Icon } = LOOKS[state];
  const args = {
    start: claims ? day(claims.startTime) : "",
    end: claims ? day(claims.endTime) : "",
    version: claims?.version ?? "",
    product: licence.productVersion,
  };
  const hasDays = remainingDays !== null && (state === "active" || state === "expiring");
  return (
    <section aria-label={t("state.label")} className="flex flex-wrap items-center gap-4 rounded-md border p-5">
      <span className={cn("flex size-12 shrink-0 items-center justify-center rounded-md", SOFT[tone])}>
        <Icon aria-hidden size={24} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold text-xl" role="status">
          {t(`state.${state}.name`)}
        </p>
        <p className="mt-0.5 text-fg-2 text-sm">{t(`state.${state}.text`, args)}</p>
      </div>
      {hasDays && (
        <div className="tnum shrink-0 sm:text-right">
          <p className="font-semibold text-2xl">{remainingDays}</p>
          <p className="text-fg-3 text-xs">{t("remaining", { days: remainingDays })}</p>
        </div>
      )}
    </section>
  );
}
