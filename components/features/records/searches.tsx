"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import { EmptyState } from "@/components/common/empty-state";
import { recordsQuery } from "@/lib/features/records/hooks";
import { useRecordColumns } from "./record-columns";

/** Searches with their answers, everybody's or one's own, newest first. */
export function Searches({ isOwn }: { isOwn: boolean }) {
  const t = useTranslations("records");
  const searches = useInfiniteQuery(recordsQuery(isOwn ? "ownSearches" : "searches"));
  const columns = useRecordColumns(searches.data?.pages.flatMap(({ items }) => items) ?? [], null, isOwn);
  const empty = isOwn ? "own.searchesEmpty" : "searchesEmpty";
  return (
    <CursorTable
      label={t("searchesTitle")}
      columns={columns}
      rowKey={(row) => row.id}
      state={searches}
      empty={<EmptyState title={t(`${empty}.title`)} description={t(`${empty}.description`)} />}
    />
  );
}
