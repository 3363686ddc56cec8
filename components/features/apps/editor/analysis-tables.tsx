"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useToolName } from "@/components/chat/use-tool-name";
import { useMoments } from "@/components/common/use-moments";
import { cn } from "@/components/ui/cn";
import type { AnalysisDto } from "@/lib/features/apps/dto";
import { useSeconds } from "./analysis-figures";

function Card({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border p-4">
      <h2 className="font-semibold text-base">{title}</h2>
      {note && <p className="mt-0.5 text-fg-3 text-xs">{note}</p>}
      <div className="mt-2 overflow-x-auto">{children}</div>
    </section>
  );
}

const HEAD = "py-1.5 pl-3 text-right font-normal whitespace-nowrap";

/** What an app calls outside of itself, how often that failed, and how long it took. */
export function Tools({ tools }: { tools: AnalysisDto["tools"] }) {
  const t = useTranslations("apps-editor.analysis.tools");
  const format = useFormatter();
  const nameOf = useToolName();
  const seconds = useSeconds();
  return (
    <Card title={t("title")}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b text-left text-fg-3 text-xs">
            <th className="py-1.5 font-normal">{t("name")}</th>
            <th className={HEAD}>{t("calls")}</th>
            <th className={HEAD}>{t("failures")}</th>
            <th className={HEAD}>{t("share")}</th>
            <th className={HEAD}>{t("slow")}</th>
          </tr>
        </thead>
        <tbody>
          {tools.map(({ name, title, calls, failures, slowMs }) => (
            <tr key={name} className="border-b last:border-0">
              <td className="max-w-56 truncate py-2">{nameOf({ name, title: title ?? undefined })}</td>
              <td className="tnum py-2 text-right">{format.number(calls)}</td>
              <td className={cn("tnum py-2 text-right", failures > 0 && "text-danger-ink")}>
                {format.number(failures)}
              </td>
              <td className={cn("tnum py-2 text-right", failures > 0 && "text-danger-ink")}>
                {format.number(failures / calls, { style: "percent", maximumFractionDigits: 1 })}
              </td>
              <td className="tnum whitespace-nowrap py-2 pl-3 text-right">{seconds(slowMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Who came back, week by week after they first used an app; the stronger a field, the more of them. */
export function Cohorts({ cohorts }: { cohorts: AnalysisDto["cohorts"] }) {
  const t = useTranslations("apps-editor.analysis.cohorts");
  const format = useFormatter();
  const moments = useMoments();
  const after = Array.from({ length: Math.max(...cohorts.map(({ back }) => back.length)) }, (_, index) => index + 1);
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 0 });
  return (
    <Card title={t("title")} note={t("note")}>
      <table className="w-full max-w-180 border-separate border-spacing-0.5 text-sm">
        <thead>
          <tr className="text-left text-fg-3 text-xs">
            <th className="py-1.5 font-normal">{t("week")}</th>
            <th className={HEAD}>{t("people")}</th>
            {after.map((weeks) => (
              <th key={weeks} className="whitespace-nowrap px-1 py-1.5 text-center font-normal">
                {t("after", { weeks })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ week, people, back }) => (
            <tr key={week}>
              <th scope="row" className="whitespace-nowrap py-1.5 text-left font-normal">
                {moments.calendarDay(week)}
              </th>
              <td className="tnum py-1.5 text-right text-fg-2">{format.number(people)}</td>
              {after.slice(0, back.length).map((weeks) => {
                const count = back[weeks - 1] ?? 0;
                const share = people > 0 ? count / people : 0;
                const background = `color-mix(in oklab, var(--chart-1) ${Math.round(share * 45)}%, transparent)`;
                return (
                  <td
                    key={weeks}
                    className="tnum rounded-xs py-1.5 text-center"
                    style={{ background }}
                    title={t("cell", { share: percent(share), count })}
                  >
                    {percent(share)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
