"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import { EmptyState } from "@/components/common/empty-state";
import { recordsQuery } from "@/lib/features/records/hooks";
import { useRecordColumns } from "./record-columns";
import { useOwnCommands } from "./use-own-commands";

/** A person's own searches with their answers, newest first; a row leads back to the search. */
export function OwnSearches() {
  const t = useTranslations("records");
  const searches = useInfiniteQuery(recordsQuery("ownSearches"));
  const commands = useOwnCommands();
  const columns = useRecordColumns(searches.data?.pages.flatMap(({ items }) => items) ?? [], null, true);
  return (
    <CursorTable
      label={t("searchesTitle")}
      columns={columns}
      rowKey={(row) => row.id}
      state={searches}
      onOpen={(row) => void commands.open(row)}
      empty={<EmptyState title={t("own.searchesEmpty.title")} description={t("own.searchesEmpty.description")} />}
    />
  );
}
