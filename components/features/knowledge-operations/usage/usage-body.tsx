"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode } from "react";
import { FigureStrip } from "@/components/charts/figure-strip";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { ExportMenu, useExport } from "@/components/common/export-menu";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useMoments } from "@/components/common/use-moments";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { uploadHref } from "@/lib/features/knowledge/paths";
import { findingsHref } from "@/lib/features/knowledge-operations/findings-filter";
import { FEW_QUESTIONS, NO_DEPARTMENT, USAGE_DAYS } from "@/lib/features/knowledge-operations/limits";
import type { UsageDto } from "@/lib/features/knowledge-operations/usage-dto";
import { type UsageState, usageAddress } from "@/lib/features/knowledge-operations/usage-filter";
import { exportUsage, usageQuery } from "@/lib/features/knowledge-operations/usage-hooks";
import { Coverage } from "./coverage";
import { useFigures } from "./figures";
import { RatingsCard } from "./ratings-card";
import { TopQuestions } from "./top-questions";
import { TrendCard } from "./trend-card";

const UsageLists = lazy(() => import("./lists").then((module) => ({ default: module.UsageLists })));

type Change = (patch: Partial<UsageState>) => void;

interface UsageBodyProps {
  /** Null: all bases of the center. */
  baseId: string | null;
  /** Of the screen; what it shows is added to it. */
  href: string;
  /** The choice of a base, of the center's screen. */
  bases?: (change: Change) => ReactNode;
}

/** Figures, course, questions, feedback and coverage of some days. */
export function UsageBody({ baseId, href, bases }: UsageBodyProps) {
  const t = useTranslations("knowledge-operations-usage");
  const state = usageAddress.read(Object.fromEntries(useSearchParams()));
  const { days, departmentId, list, fileId } = state;
  const asked = { days: Number(days), departmentId };
  const query = useQuery(usageQuery(baseId, asked));
  const { data } = query;
  const change: Change = (patch) => {
    const search = usageAddress.query({ ...state, ...patch });
    window.history.replaceState(null, "", href + (href.includes("?") ? search.replace(/^\?/, "&") : search));
  };
  const give = (format: "csv" | "xlsx") => exportUsage({ ...asked, baseId: baseId ?? undefined }, format);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 md:p-5 [&>*]:shrink-0">
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            aria-label={t("days.label")}
            value={days}
            onValueChange={(value) => change({ days: value })}
            options={USAGE_DAYS.map((value) => ({ value: `${value}` as const, label: t(`days.${value}`) }))}
          />
          {bases?.(change)}
          <Departments data={data} value={departmentId} onChange={(id) => change({ departmentId: id })} />
          {data && <Range data={data} days={Number(days)} />}
          <span className="ml-auto max-md:order-1">
            <ExportMenu onExport={give} />
          </span>
        </div>
        {data ? (
          <div
            aria-busy={query.isFetching}
            className={cn("flex flex-col gap-3", query.isPlaceholderData && "opacity-60 transition-opacity delay-200")}
          >
            {data.now.questions === 0 && !departmentId ? (
              <First baseId={baseId} />
            ) : (
              <Figures data={data} baseId={baseId} state={state} onChange={change} onExport={() => give("csv")} />
            )}
          </div>
        ) : query.isError ? (
          <ErrorState onRetry={() => void query.refetch()} />
        ) : (
          <UsageSkeleton />
        )}
      </div>
      <LazyBoundary onFailure={() => change({ list: undefined, fileId: null })}>
        {(list || fileId) && (
          <UsageLists
            key={list}
            list={list}
            fileId={fileId}
            baseId={baseId}
            days={Number(days)}
            onFile={(id) => change({ fileId: id })}
            onClose={() => change({ list: undefined, fileId: null })}
          />
        )}
      </LazyBoundary>
    </>
  );
}

const ALL = "all";

interface DepartmentsProps {
  data: UsageDto | undefined;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Departments people asked from. */
function Departments({ data, value = ALL, onChange }: DepartmentsProps) {
  const t = useTranslations("knowledge-operations-usage.department");
  const named = (data?.departments ?? []).flatMap(({ id, name }) => (id ? [{ id, name }] : []));
  return (
    <FilterMenu
      label={t("label")}
      value={value}
      options={[
        { value: ALL, label: t("all") },
        ...named.map(({ id, name }) => ({ value: id, label: id === NO_DEPARTMENT ? t("none") : name })),
      ]}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
    />
  );
}

function Range({ data: { range, previous }, days }: { data: UsageDto; days: number }) {
  const t = useTranslations("knowledge-operations-usage");
  const moments = useMoments();
  const [from, to] = [moments.calendarDay(range.from), moments.calendarDay(range.to)];
  return (
    <span className="tnum text-fg-3 text-xs max-md:order-2 max-md:basis-full">
      {previous ? t("range", { from, to, days }) : t("rangeOnly", { from, to, min: FEW_QUESTIONS })}
    </span>
  );
}

interface FiguresProps {
  data: UsageDto;
  baseId: string | null;
  state: UsageState;
  onChange: Change;
  onExport: () => Promise<void>;
}

function Figures({ data, baseId, state: { days, departmentId }, onChange, onExport }: FiguresProps) {
  const t = useTranslations("knowledge-operations-usage");
  const download = useExport();
  const dislikedHref = findingsHref("wrong", baseId, { cause: "dislike", days, state: "all" });
  const figures = useFigures(data, { onList: (list) => onChange({ list }), dislikedHref });
  const note = departmentId ? t("whole") : undefined;
  return (
    <>
      <FigureStrip items={figures} />
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-[minmax(0,2.2fr)_minmax(0,1.15fr)_minmax(0,1fr)]">
        <div className="min-w-0 md:max-xl:col-span-2">
          <TrendCard series={data.series} onExport={() => download.run(onExport)} />
        </div>
        <TopQuestions top={data.top} note={note} onAll={() => onChange({ list: "questions" })} />
        <RatingsCard data={data} baseId={baseId} days={days} />
      </div>
      <Coverage
        data={data}
        baseId={baseId}
        days={days}
        note={note}
        onList={(list) => onChange({ list })}
        onFile={(fileId) => onChange({ fileId })}
      />
    </>
  );
}

function First({ baseId }: { baseId: string | null }) {
  const t = useTranslations("knowledge-operations-usage.first");
  return (
    <EmptyState
      title={t("title")}
      description={t(baseId ? "description" : "centerDescription")}
      action={
        baseId && (
          <Link href={uploadHref(baseId)} className={buttonClass("primary")}>
            {t("step1")}
          </Link>
        )
      }
      steps={([1, 2, 3] as const).map((step) => ({ title: t(`step${step}`), description: t(`step${step}Text`) }))}
    />
  );
}

/** The grid of the screen before its figures are there. */
function UsageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <Skeleton className="h-24 w-full" />
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-[minmax(0,2.2fr)_minmax(0,1.15fr)_minmax(0,1fr)]">
        <Skeleton className="h-80 md:max-xl:col-span-2" />
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
