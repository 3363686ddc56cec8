"use client";

import { ChartColumn, Download, Table2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { ChartTable } from "./chart-table";
import { TimeChart } from "./time-chart";
import { type ChartData, colorOf } from "./types";

interface ChartCardProps {
  title: string;
  /** `Million tokens` */
  unit: string;
  /** Heads the first column of the table. */
  periodLabel: string;
  data: ChartData;
  kind: "bars" | "lines";
  height?: number;
  /** Stands beside the title: what the chart tells of. */
  tools?: ReactNode;
  isBusy?: boolean;
  onPick?: (key: string) => void;
  pickHint?: string;
  onExport?: () => void;
  className?: string;
}

/** A chart with title, legend and unit on one line, also as a table and as a file (design 7.8). */
export function ChartCard(props: ChartCardProps) {
  const {
    title,
    unit,
    periodLabel,
    data,
    kind,
    height = 268,
    tools,
    isBusy,
    onPick,
    pickHint,
    onExport,
    className,
  } = props;
  const t = useTranslations("common.chart");
  const [isTable, setIsTable] = useState(false);
  return (
    <section aria-label={title} aria-busy={isBusy} className={cn("min-w-0 rounded-md border p-4", className)}>
      <header className="mb-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base font-semibold">{title}</h2>
        {tools}
        <div className="ml-auto flex flex-wrap items-center gap-x-3 text-xs text-fg-3">
          {data.series.map(({ key, label, color }) => (
            <span key={key} className="flex items-center gap-1.5">
              <i aria-hidden className="size-2 rounded-[2px]" style={{ background: colorOf(color) }} />
              {label}
            </span>
          ))}
          <span>{t("unit", { unit })}</span>
          <span className="flex items-center">
            <IconButton
              icon={isTable ? ChartColumn : Table2}
              label={t(isTable ? "asChart" : "asTable")}
              onClick={() => setIsTable(!isTable)}
            />
            {onExport && <IconButton icon={Download} label={t("export")} onClick={onExport} />}
          </span>
        </div>
      </header>
      <div className={cn(isBusy && "opacity-60 transition-opacity delay-200")}>
        {isTable ? (
          <ChartTable data={data} caption={title} periodLabel={periodLabel} height={height} />
        ) : (
          <TimeChart data={data} kind={kind} label={title} height={height} onPick={onPick} pickHint={pickHint} />
        )}
      </div>
    </section>
  );
}
