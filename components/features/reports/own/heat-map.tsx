"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import type { OwnYearDto } from "@/lib/features/reports/own-dto";
import type { Format } from "../format";
import { levelsOf, weeksOf } from "./heat";

const FILL = ["bg-muted", "bg-chart-1/25", "bg-chart-1/50", "bg-chart-1/75", "bg-chart-1"] as const;

/** A year of days as cells, weeks as columns. A picture to assistive technology: the table below tells each day. */
export function HeatMap({ year, format }: { year: OwnYearDto; format: Format }) {
  const t = useTranslations("personal.token.heat");
  const frame = useRef<HTMLDivElement>(null);
  const { days } = year;
  const levelOf = levelsOf(days.map(({ tokens }) => tokens));
  const weeks = weeksOf(days);
  const active = days.filter(({ calls }) => calls > 0);
  const busiest = active.reduce((most, day) => (day.tokens > most.tokens ? day : most), active[0] ?? days[0]!);

  // The newest weeks stand at the right; a narrow screen begins there.
  useEffect(() => {
    const element = frame.current;
    if (element) element.scrollLeft = element.scrollWidth;
  }, []);
  return (
    <section aria-label={t("title")} className="rounded-md border p-4">
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-base">{t("title")}</h2>
        <span className="text-fg-3 text-xs">{t("active", { count: active.length })}</span>
        <span aria-hidden className="ml-auto flex items-center gap-1 text-fg-3 text-xs">
          {t("less")}
          {FILL.map((fill) => (
            <i key={fill} className={cn("size-2.5 rounded-[2px]", fill)} />
          ))}
          {t("more")}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a field set is for inputs */}
      <div ref={frame} tabIndex={0} role="group" aria-label={t("title")} className="overflow-x-auto pb-1">
        <div
          role="img"
          aria-label={
            active.length > 0
              ? t("summary", {
                  count: active.length,
                  day: format.range(busiest.day, busiest.day),
                  tokens: format.whole(busiest.tokens),
                })
              : t("none")
          }
          className="flex w-max gap-[3px] pt-5"
        >
          {weeks.map((week) => (
            <span key={week.key} className="relative flex flex-col gap-[3px]">
              {week.month && (
                <span className="absolute -top-5 left-0 whitespace-nowrap text-fg-3 text-xs">
                  {format.point(week.month, "month").axis}
                </span>
              )}
              {week.days.map((day, index) =>
                day ? (
                  <i
                    key={day.day}
                    data-tooltip={t("day", {
                      day: format.range(day.day, day.day),
                      tokens: format.whole(day.tokens),
                      calls: day.calls,
                    })}
                    className={cn("size-3 rounded-[2px]", FILL[levelOf(day.tokens)])}
                  />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has nothing but its place
                  <i key={index} className="size-3" />
                ),
              )}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}
