"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWhen } from "@/components/common/use-moments";
import { cn } from "@/components/ui/cn";
import type { GapDetailDto, GapEventDto } from "@/lib/features/knowledge-operations/gap-dto";
import { daysSince } from "./use-gap-words";

/** What became of a gap: its last step, or all of them, and what comes when all questions pass. */
export function GapHistory({ gap: { events, askers, state } }: { gap: GapDetailDto }) {
  const t = useTranslations("knowledge-operations-gaps.panel");
  const [isWhole, setIsWhole] = useState(false);
  const [first] = events;
  if (!first) return null;
  const shown = isWhole ? events : events.slice(-1);
  const Icon = isWhole ? ChevronDown : ChevronRight;
  return (
    <section aria-label={t("history")} className="px-5 py-3">
      <h3 className="text-sm">
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="flex min-h-8 w-full items-center gap-2 text-left pointer-coarse:min-h-11"
        >
          <span className="font-semibold">{t("history")}</span>
          <span className="text-fg-3 text-xs">{t("steps", { steps: events.length, days: daysSince(first.at) })}</span>
          <Icon aria-hidden size={14} className="ml-auto text-fg-3" />
        </button>
      </h3>
      <ol className="space-y-1.5 text-sm">
        {shown.map((event) => (
          <Step key={event.id} event={event} />
        ))}
        {state !== "verified" && (
          <li className="flex items-center gap-2.5 text-fg-3">
            <span aria-hidden className="size-2 shrink-0 rounded-full border-[1.5px] border-fg-4" />
            {t("told", { count: askers })}
          </li>
        )}
      </ol>
    </section>
  );
}

function Step({ event: { kind, actor, facts, at } }: { event: GapEventDto }) {
  const t = useTranslations("knowledge-operations-gaps.event");
  const when = useWhen();
  const { count = 0, passed = 0, total = 0 } = facts as Record<string, number>;
  return (
    <li className="flex items-center gap-2.5">
      <span
        aria-hidden
        className={cn("size-2 shrink-0 rounded-full", kind === "verified" ? "bg-success" : "bg-primary")}
      />
      <span className="min-w-0 flex-1">{t(kind, { actor: actor?.name ?? t("somebody"), count, passed, total })}</span>
      <span className="shrink-0 text-fg-3 text-xs">{when(at)}</span>
    </li>
  );
}
