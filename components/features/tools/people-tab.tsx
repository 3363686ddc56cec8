"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useMinute } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { confirm } from "@/lib/client/dialogs";
import type { PeopleServerDto } from "@/lib/features/tools/own-dto";
import { PEOPLE_PAGE, peopleToolsQuery, useBlockPeopleTools } from "@/lib/features/tools/own-hooks";

interface PeopleTabProps {
  keyword: string;
  page: number;
  onChange: (patch: { keyword?: string; page?: number }) => void;
}

/** Tools that people made of their own: that they exist, whose they are, where they go; each can be stopped. */
export function PeopleTab({ keyword, page, onChange }: PeopleTabProps) {
  const t = useTranslations("tools.people");
  const query = useQuery(peopleToolsQuery({ page, keyword: useDeferredValue(keyword) || undefined }));
  const columns = useColumns();
  return (
    <>
      <ListToolbar search={t("search")} keyword={keyword} onKeyword={(next) => onChange({ keyword: next, page: 1 })} />
      <DataTable
        label={t("title")}
        columns={columns}
        rowKey={(server) => server.id}
        state={query}
        page={page}
        pageSize={PEOPLE_PAGE}
        onPageChange={(next) => onChange({ page: next })}
        onClearFilters={keyword ? () => onChange({ keyword: "", page: 1 }) : undefined}
        empty={<EmptyState title={t("empty")} description={t("emptyText")} />}
      />
    </>
  );
}

function useColumns(): Column<PeopleServerDto>[] {
  const t = useTranslations("tools.people");
  const minute = useMinute();
  const block = useBlockPeopleTools();
  const handleBlock = ({ id, name, owner }: PeopleServerDto) =>
    void confirm({
      title: t("blockTitle"),
      description: t("blockText", { name, owner: owner.name }),
      okButton: t("block"),
      destructive: true,
      onOk: () => block.mutateAsync({ id, blocked: true }),
    });
  return [
    {
      key: "name",
      header: t("name"),
      cell: ({ name }) => <span className="block max-w-60 truncate font-semibold">{name}</span>,
    },
    {
      key: "owner",
      header: t("owner"),
      phone: "line",
      cell: ({ owner }) => (
        <div className="min-w-28">
          <span className="block truncate">{owner.name}</span>
          <span className="block truncate text-fg-3 text-xs">{owner.account}</span>
        </div>
      ),
    },
    {
      key: "url",
      header: t("address"),
      phone: "line",
      cell: ({ url }) => <span className="block max-w-90 truncate font-mono text-fg-2 text-xs">{url}</span>,
    },
    { key: "tools", header: t("tools"), cell: ({ tools }) => <span className="tnum text-fg-2">{tools}</span> },
    {
      key: "created",
      header: t("created"),
      cell: ({ createdAt }) => <span className="tnum text-fg-2">{minute(createdAt)}</span>,
    },
    {
      key: "state",
      header: t("state"),
      phone: "line",
      cell: ({ enabled, blocked }) => {
        if (blocked) return <Status tone="danger">{t("blocked")}</Status>;
        return enabled ? (
          <Status tone="success">{t("allowed")}</Status>
        ) : (
          <Status tone="neutral" hollow>
            {t("off")}
          </Status>
        );
      },
    },
    {
      key: "block",
      header: "",
      phone: "actions",
      cell: (server) => {
        const { id, name, blocked } = server;
        return blocked ? (
          <Button size="sm" aria-label={t("unblockFor", { name })} onClick={() => block.mutate({ id, blocked: false })}>
            {t("unblock")}
          </Button>
        ) : (
          <Button size="sm" aria-label={t("blockFor", { name })} onClick={() => handleBlock(server)}>
            {t("block")}
          </Button>
        );
      },
    },
  ];
}
