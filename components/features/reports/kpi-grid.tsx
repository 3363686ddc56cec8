"use client";

import { ArrowDownRight, ArrowUpRight, Minus } from "lucide-react";
import { Sparkline } from "@/components/charts/sparkline";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { cn } from "@/components/ui/cn";
import { changeOf } from "@/lib/features/reports/figures";
import { type Format, useReportTexts } from "./format";

export interface Kpi {
  key: string;
  label: string;
  value: string;
  unit?: string;
  now: number | null;
  before: number | null;
  /** Whether more of it is better, worse, or neither. */
  more: "good" | "bad" | "neutral";
  course: readonly (number | null)[];
  /** A further line. */
  note?: string;
  /** Calls that are missing in an amount of money. */
  unpriced?: number;
}

/** Figures of a period with their change and their course. */
export function KpiGrid({ items, format }: { items: readonly Kpi[]; format: Format }) {
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-md border lg:grid-cols-4">
      {items.map((item) => (
        <div
          key={item.key}
          className="-mb-px -mr-px grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 border-b border-r px-4 py-3.5 md:px-5"
        >
          <dt className="col-span-2 truncate text-fg-3 text-sm">{item.label}</dt>
          <dd className="min-w-0">
            <span className="tnum mt-1 block truncate font-semibold text-[22px] leading-8 tracking-tight md:text-[26px]">
              {item.value}
              {item.unit && <span className="ml-1 font-normal text-fg-3 text-sm tracking-normal">{item.unit}</span>}
            </span>
            <Change item={item} format={format} />
          </dd>
          <dd aria-hidden className="self-end">
            <Sparkline values={item.course} />
          </dd>
          {/* Keeps the row of cells even where only some have a note. */}
          <dd className="tnum col-span-2 mt-0.5 min-h-4.5 text-fg-3 text-xs max-md:min-h-0">
            {item.note}
            <UnpricedNote count={item.unpriced ?? 0} className="block" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ item: { now, before, more }, format }: { item: Kpi; format: Format }) {
  const t = useReportTexts();
  const change = changeOf(now, before);
  if (change === null) return <span className="mt-1 block text-fg-3 text-xs">{now ? t("kpi.none") : "–"}</span>;
  const Icon = change === 0 ? Minus : change > 0 ? ArrowUpRight : ArrowDownRight;
  const isGood = more === "neutral" || change === 0 ? null : change > 0 === (more === "good");
  return (
    <span
      className={cn(
        "tnum mt-1 flex items-center gap-1 text-xs",
        isGood === null ? "text-fg-2" : isGood ? "text-success-ink" : "text-danger-ink",
      )}
    >
      <Icon aria-hidden size={13} className="shrink-0" />
      <span>
        {change < 0 && <span className="sr-only">−</span>}
        {format.change(change)}
      </span>
      <span className="truncate text-fg-3">{t("kpi.vs")}</span>
    </span>
  );
}
