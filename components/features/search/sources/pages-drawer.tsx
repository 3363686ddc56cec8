"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { SizeCell, WhenCell } from "@/components/common/data-table/cells";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { SearchInput } from "@/components/common/search-input";
import { Segmented } from "@/components/ui/segmented";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { SourceDto, SourcePageDto } from "@/lib/features/search/sources/dto";
import { type SourcePagesFilter, sourcePagesQuery } from "@/lib/features/search/sources/hooks";

const ONLY = ["all", "found", "errors", "waiting"] as const;
const PAGE_SIZE = 20;

interface PagesDrawerProps {
  source: Pick<SourceDto, "id" | "name">;
  onClose: () => void;
}

/** The pages of a source with what became of each. */
export function PagesDrawer({ source, onClose }: PagesDrawerProps) {
  const t = useTranslations("search-sources.pages");
  const [filter, setFilter] = useState<SourcePagesFilter>({ only: "all", keyword: "", page: 1, pageSize: PAGE_SIZE });
  const keyword = useDeferredValue(filter.keyword);
  const query = useQuery(sourcePagesQuery(source.id, { ...filter, keyword }));
  const change = (patch: Partial<SourcePagesFilter>) => setFilter({ ...filter, page: 1, ...patch });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={source.name} size="large" className="flex flex-col p-0">
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-5 py-3">
          <SearchInput
            label={t("search")}
            value={filter.keyword}
            onChange={(text) => change({ keyword: text })}
            soft
            className="min-w-40 flex-1"
          />
          <Segmented
            aria-label={t("only")}
            value={filter.only}
            onValueChange={(only) => change({ only })}
            options={ONLY.map((value) => ({ value, label: t(value) }))}
          />
        </div>
        <DataTable
          label={t("title")}
          columns={usePageColumns()}
          rowKey={(row) => row.id}
          state={query}
          page={filter.page}
          pageSize={filter.pageSize}
          onPageChange={(page) => change({ page })}
          onPageSizeChange={(pageSize) => change({ pageSize })}
          onClearFilters={
            filter.keyword || filter.only !== "all" ? () => change({ keyword: "", only: "all" }) : undefined
          }
          empty={<EmptyState title={t("empty")} description={t("emptyText")} />}
        />
      </SheetContent>
    </Sheet>
  );
}

function usePageColumns(): Column<SourcePageDto>[] {
  const t = useTranslations("search-sources.pages");
  return [
    {
      key: "page",
      header: t("page"),
      wraps: true,
      cell: ({ title, address }) => (
        <div className="min-w-0 py-1">
          <div className="line-clamp-1 break-all">{title}</div>
          <a
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={`${t("open")} ${address}`}
            className="inline-flex max-w-full items-center gap-1 text-fg-3 text-xs hover:text-fg"
          >
            <span className="line-clamp-1 break-all font-mono">{address}</span>
            <ExternalLink aria-hidden size={11} className="shrink-0" />
          </a>
        </div>
      ),
    },
    {
      key: "state",
      header: t("state"),
      phone: "line",
      cell: ({ status, failure }) => (
        <span data-tooltip={failure ?? undefined} aria-description={failure ?? undefined}>
          <Status tone={toneOf(status)} hollow={status === "waiting"}>
            {t(`status.${status}`)}
          </Status>
        </span>
      ),
    },
    {
      key: "checked",
      header: t("checked"),
      phone: "line",
      cell: ({ checkedAt }) => (checkedAt ? <WhenCell at={checkedAt} /> : <span className="text-fg-3">—</span>),
    },
    {
      key: "size",
      header: t("size"),
      numeric: true,
      cell: ({ size }) => (size > 0 ? <SizeCell bytes={size} /> : <span className="text-fg-3">—</span>),
    },
  ];
}

function toneOf(status: SourcePageDto["status"]): Tone {
  if (status === "found") return "success";
  if (status === "waiting" || status === "moved") return "neutral";
  return status === "failed" || status === "robots" ? "danger" : "warning";
}
