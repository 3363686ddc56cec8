"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useKeyword } from "@/components/common/use-keyword";
import type { ScimGroupItem } from "@/lib/features/scim/dto";
import { type GroupFilter, scimGroupsQuery } from "@/lib/features/scim/hooks";

const FIRST: GroupFilter = { page: 1, pageSize: 10, keyword: "" };

/** Groups that were pushed, with the names that rules are written with. */
export function PushedGroups({ channelId }: { channelId: string }) {
  const t = useTranslations("scim.groups");
  const [filter, setFilter] = useState(FIRST);
  const [keyword, setKeyword] = useKeyword(filter.keyword, (asked) => setFilter({ ...FIRST, keyword: asked }));
  const query = useQuery(scimGroupsQuery(channelId, filter));
  const columns: Column<ScimGroupItem>[] = [
    {
      key: "displayName",
      header: t("name"),
      cell: (row) => <span className="line-clamp-2 break-words font-semibold">{row.displayName}</span>,
    },
    {
      key: "externalId",
      header: t("externalId"),
      phone: "line",
      wraps: true,
      cell: (row) =>
        row.externalId ? (
          <span className="break-all font-mono text-fg-2 text-xs">{row.externalId}</span>
        ) : (
          <span className="text-fg-3">{t("noExternalId")}</span>
        ),
    },
    { key: "members", header: t("members"), numeric: true, phone: "actions", cell: (row) => row.members },
  ];
  return (
    <section aria-label={t("title")}>
      <h3 className="font-semibold text-sm">{t("title")}</h3>
      <p className="mt-1 text-fg-3 text-sm">{t("hint")}</p>
      <div className="mt-2 flex max-h-140 flex-col overflow-hidden rounded-sm border">
        <ListToolbar search={t("search")} keyword={keyword} onKeyword={setKeyword} />
        <DataTable
          label={t("list")}
          columns={columns}
          rowKey={(row) => row.id}
          state={query}
          page={filter.page}
          pageSize={filter.pageSize}
          onPageChange={(page) => setFilter({ ...filter, page })}
          onClearFilters={filter.keyword ? () => setFilter(FIRST) : undefined}
          empty={<EmptyState title={t("empty")} description={t("emptyText")} />}
        />
      </div>
    </section>
  );
}
