"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { PanelState } from "@/components/common/query-state";
import type { CheckState, FindingDto, TodayDto } from "@/lib/features/preview/dto";
import { AboutCard } from "./about-card";
import { FindingRow } from "./finding-row";

interface OverviewProps {
  query: UseQueryResult<{ findings: FindingDto[] }>;
  /** Null for people who may not read reports. */
  today: TodayDto | null;
}

const ORDER: readonly CheckState[] = ["error", "warning"];

/** The console's first page: what needs attention first, then what is not set up, then what is in order. */
export function Overview({ query, today }: OverviewProps) {
  const t = useTranslations("preview");
  if (!query.data) return <PanelState query={query} failed={t("failed")} />;
  const { findings } = query.data;
  const attention = ORDER.flatMap((state) => findings.filter((finding) => finding.state === state));
  const missing = findings.filter(({ state }) => state === "missing");
  const done = findings.filter(({ state }) => state === "done");
  return (
    <div className="grid max-w-300 items-start gap-5 p-4 md:p-5 xl:grid-cols-[1fr_320px]">
      <div className="min-w-0 space-y-5">
        {today && <Today today={today} />}
        {findings.length === 0 && <p className="text-fg-3 text-sm">{t("nothing")}</p>}
        {attention.length > 0 && <Findings id="attention" title={t("attention")} findings={attention} />}
        {attention.length === 0 && findings.length > 0 && (
          <p className="rounded-md border px-4 py-3 text-fg-2 text-sm">{t("calm")}</p>
        )}
        {missing.length > 0 && <Findings id="missing" title={t("missing")} findings={missing} />}
        {done.length > 0 && <Findings id="done" title={t("ready")} findings={done} />}
      </div>
      <section aria-labelledby="preview-about" className="rounded-md border px-4 py-3">
        <h2 id="preview-about" className="mb-1 font-semibold text-base">
          {t("about.title")}
        </h2>
        <AboutCard />
      </section>
    </div>
  );
}

function Findings({ id, title, findings }: { id: string; title: string; findings: readonly FindingDto[] }) {
  return (
    <section aria-labelledby={`preview-${id}`}>
      <h2 id={`preview-${id}`} className="mb-2 flex items-center gap-2 font-semibold text-base">
        {title}
        <span className="tnum font-normal text-fg-3 text-sm">{findings.length}</span>
      </h2>
      <ul className="divide-y rounded-md border">
        {findings.map((finding) => (
          <FindingRow key={finding.name} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

const FIGURES = ["people", "questions", "calls", "failed", "tokens"] as const;

function Today({ today }: { today: TodayDto }) {
  const t = useTranslations("preview.today");
  const format = useFormatter();
  return (
    <section aria-labelledby="preview-today" className="rounded-md border px-4 py-3">
      <header className="flex items-center gap-3">
        <h2 id="preview-today" className="font-semibold text-base">
          {t("title")}
        </h2>
        <Link
          href="/system/report-v2/dashboard"
          prefetch={false}
          className="ml-auto rounded-xs text-primary-ink text-sm hover:underline"
        >
          {t("more")}
        </Link>
      </header>
      <dl className="mt-2 flex flex-wrap gap-x-10 gap-y-3">
        {FIGURES.map((name) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-fg-3 text-xs">{t(name)}</dt>
            <dd className="tnum font-semibold text-xl">
              {format.number(today[name], { notation: today[name] >= 1e6 ? "compact" : "standard" })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
