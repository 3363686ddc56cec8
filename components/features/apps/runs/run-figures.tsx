"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMoney } from "@/components/common/use-money";
import type { RunDto } from "@/lib/features/apps/runs-dto";
import { useDuration } from "./use-run-words";

/** What a run took: of machines, of people, tokens and money. */
export function RunFigures({ run }: { run: RunDto }) {
  const t = useTranslations("apps-runs.run");
  const format = useFormatter();
  const money = useMoney();
  const duration = useDuration();
  const { workedMs, waitedMs, tokens, cost } = run;
  const figures = [
    ["worked", duration(workedMs)],
    // A moment in a queue is nobody's waiting.
    ["waited", waitedMs < 1000 ? "–" : duration(waitedMs)],
    ["tokens", format.number(tokens.input + tokens.output)],
    ["cost", cost ? money(cost.micros, cost.currency) : "–"],
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] overflow-hidden rounded-md border">
      {figures.map(([key, value]) => (
        <div key={key} className="-mr-px -mb-px min-w-0 border-r border-b px-3 py-1.5">
          <dt className="truncate text-fg-3 text-xs">{t(key)}</dt>
          <dd className="tnum truncate font-semibold text-sm">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
