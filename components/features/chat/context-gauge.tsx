"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { roomFor, usedOf } from "@/components/chat/context-figures";
import { LazyTrigger } from "@/components/common/lazy-trigger";
import { loadedPart } from "@/components/common/loaded-part";
import { cn } from "@/components/ui/cn";
import { contextQuery } from "@/lib/features/chat/settings-hooks";

const ContextCard = loadedPart(async () => (await import("./context-card")).ContextCard);

interface ContextGaugeProps {
  sessionId: string;
  modelId: string | null;
  /** Changes with every answer: the context is read anew. */
  turns: number;
}

/** From here on the ring warns: earlier rounds will soon stay behind. */
const NEARLY_FULL = 0.8;
const RADIUS = 6.5;
const ROUND = 2 * Math.PI * RADIUS;

/** A ring that shows how much of the model's context the next question takes; the parts stand in its card. */
export function ContextGauge({ sessionId, modelId, turns }: ContextGaugeProps) {
  const t = useTranslations("chat.composer");
  const { data } = useQuery({ ...contextQuery(sessionId, modelId, turns), placeholderData: keepPreviousData });
  if (!data) return null;
  const share = Math.min(1, usedOf(data) / Math.max(1, roomFor(data)));
  const label = t("context", { percent: Math.round(share * 100) });
  const isWarning = share >= NEARLY_FULL || data.dropped > 0;
  return (
    <LazyTrigger
      opens="dialog"
      load={ContextCard.preload}
      button={(handlers) => (
        <button
          type="button"
          {...handlers}
          aria-label={label}
          data-tooltip={label}
          className="grid size-7 shrink-0 place-items-center rounded-sm hover:bg-muted data-[state=open]:bg-muted pointer-coarse:size-11"
        >
          <svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18" className="-rotate-90">
            <circle cx="9" cy="9" r={RADIUS} fill="none" strokeWidth="2.5" className="stroke-border-strong" />
            <circle
              cx="9"
              cy="9"
              r={RADIUS}
              fill="none"
              strokeWidth="2.5"
              strokeDasharray={`${Math.max(0.02, share) * ROUND} ${ROUND}`}
              className={cn(isWarning ? "stroke-warning" : "stroke-primary")}
            />
          </svg>
        </button>
      )}
    >
      {(trigger) => <ContextCard fallback={trigger} trigger={trigger} context={data} />}
    </LazyTrigger>
  );
}
