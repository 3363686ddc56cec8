"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { MenuCommand } from "@/components/common/command-menu";
import { menuColumn } from "@/components/common/data-table/actions-column";
import { WhenCell } from "@/components/common/data-table/cells";
import type { Column } from "@/components/common/data-table/types";
import { Badge } from "@/components/ui/badge";
import type { SourceDto } from "@/lib/features/search/sources/dto";
import { SourceMark } from "./source-mark";
import { SourceState } from "./source-state";
import { usePlan } from "./use-plan";

/** The columns of the list; those that must stay readable beside an open drawer come first. */
export function useSourceColumns(commands: (source: SourceDto) => MenuCommand[]): Column<SourceDto>[] {
  const t = useTranslations("search-sources");
  const format = useFormatter();
  const planOf = usePlan();
  const unread = ({ state }: SourceDto) => state === "new" || state === "search";
  return [
    {
      key: "name",
      header: t("column.source"),
      cell: (source) => (
        <div className="flex items-center gap-2.5 py-1">
          <SourceMark id={source.id} name={source.name} iconFileId={source.iconFileId} />
          <div className="min-w-0">
            <div className="truncate font-medium">{source.name}</div>
            <div className="truncate text-fg-3 text-xs">{domainsText(source)}</div>
          </div>
        </div>
      ),
    },
    { key: "state", header: t("column.state"), phone: "line", cell: (source) => <SourceState source={source} /> },
    {
      key: "pages",
      header: t("column.pages"),
      numeric: true,
      phone: "line",
      cell: (source) =>
        unread(source) && source.pages === 0 ? (
          "—"
        ) : (
          <>
            {format.number(source.pages)}
            <span className={`ml-2.5 text-xs ${source.changed > 0 ? "text-success-ink" : "text-fg-3"}`}>
              {source.changed > 0 ? `+${format.number(source.changed)}` : "0"}
            </span>
          </>
        ),
    },
    {
      key: "crawled",
      header: t("column.crawled"),
      cell: ({ crawledAt }) => (crawledAt ? <WhenCell at={crawledAt} /> : <span className="text-fg-3">—</span>),
    },
    {
      key: "errors",
      header: t("column.errors"),
      numeric: true,
      cell: (source) => (
        <span className={source.errors > 0 ? "text-warning-ink" : undefined}>
          {unread(source) ? "—" : format.number(source.errors)}
        </span>
      ),
    },
    { key: "robots", header: t("column.robots"), hideable: true, cell: (source) => <Robots source={source} /> },
    {
      key: "group",
      header: t("column.inGroup"),
      hideable: true,
      cell: ({ group }) => (group ? <Badge>{group}</Badge> : <span className="text-fg-3">—</span>),
    },
    {
      key: "plan",
      header: t("column.plan"),
      hideable: true,
      cell: ({ isIndexed, everyHours }) => <span className="text-fg-2">{isIndexed ? planOf(everyHours) : "—"}</span>,
    },
    {
      key: "scope",
      header: t("column.scope"),
      hideable: true,
      cell: ({ scope }) => <span className="text-fg-2">{t(`scope.${scope}`)}</span>,
    },
    menuColumn((source) => t("action.more", { name: source.name }), commands),
  ];

  function domainsText({ domains }: SourceDto): ReactNode {
    const first = domains[0]?.replace(/^=/, "") ?? "";
    const name = (words: ReactNode) => <span className="font-mono">{words}</span>;
    return domains.length > 1 ? t.rich("domainsOf", { name, domain: first, count: domains.length }) : name(first);
  }
}

function Robots({ source: { robots } }: { source: SourceDto }) {
  const t = useTranslations("search-sources.robots");
  if (robots.kind === "refused") return <span className="text-danger-ink">{t("refused")}</span>;
  const words = robots.kind === "obeyed" && robots.delay ? t("obeyedDelay", { seconds: robots.delay }) : t(robots.kind);
  return <span className="text-fg-2">{words}</span>;
}
