"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, FileUp, ListPlus, Pencil, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { menuColumn } from "@/components/common/data-table/actions-column";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useKeyword } from "@/components/common/use-keyword";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { OpenedRecallSetDto, RecallItemDto } from "@/lib/features/knowledge-operations/recall-dto";
import { ITEM_STATES, recallItemsQuery, useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import { ImportDrawer } from "./import-drawer";
import { ItemDrawer } from "./item-drawer";
import { ProposalsBar, ReviewBar } from "./proposals";
import { ProposalsDrawer } from "./proposals-drawer";

const ALL = { page: 1, pageSize: 20, keyword: "", state: "all" as (typeof ITEM_STATES)[number] };

interface ItemListProps {
  baseId: string;
  set: OpenedRecallSetDto;
}

/** Questions of a test set: written, imported, proposed by a model, decided on. */
export function ItemList({ baseId, set }: ItemListProps) {
  const t = useTranslations("knowledge-operations-tests.items");
  const [filter, setFilter] = useState(ALL);
  /** The id of a question, or another drawer. */
  const [open, setOpen] = useState<string | null>(null);
  const query = useQuery(recallItemsQuery(set.id, filter, `${set.active} ${set.proposed}`));
  const columns = useColumns({ setId: set.id, onOpen: setOpen });
  const close = () => setOpen(null);
  const narrow = (change: Partial<typeof ALL>) => setFilter({ ...filter, page: 1, ...change });
  const [keyword, setKeyword] = useKeyword(filter.keyword, (word) => narrow({ keyword: word }));
  const isFiltered = filter.keyword !== "" || filter.state !== "all";
  return (
    <>
      <ProposalsBar set={set} />
      {set.proposed > 0 && <ReviewBar set={set} />}
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={
          <>
            <Button icon={FileUp} onClick={() => setOpen("import")}>
              {t("import")}
            </Button>
            <Button icon={ListPlus} onClick={() => setOpen("propose")}>
              {t("propose")}
            </Button>
            <CreateButton label={t("add")} onCreate={() => setOpen("new")} />
          </>
        }
      >
        <FilterMenu
          label={t("show.label")}
          value={filter.state}
          options={ITEM_STATES.map((value) => ({ value, label: t(`show.${value}`) }))}
          onChange={(value) => narrow({ state: value as typeof filter.state })}
        />
      </ListToolbar>
      <DataTable
        label={t("title")}
        state={query}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpen(id)}
        page={filter.page}
        pageSize={filter.pageSize}
        onPageChange={(page) => narrow({ page })}
        onPageSizeChange={(pageSize) => narrow({ pageSize })}
        onClearFilters={isFiltered ? () => setFilter(ALL) : undefined}
        empty={
          <EmptyState
            title={t("emptyTitle")}
            description={t("emptyText")}
            action={<CreateButton label={t("add")} onCreate={() => setOpen("new")} />}
          />
        }
      />
      {open === "import" ? (
        <ImportDrawer setId={set.id} onClose={close} />
      ) : open === "propose" ? (
        <ProposalsDrawer setId={set.id} onClose={close} />
      ) : (
        open && <ItemDrawer baseId={baseId} setId={set.id} itemId={open === "new" ? null : open} onClose={close} />
      )}
    </>
  );
}

function useColumns({ setId, onOpen }: { setId: string; onOpen: (id: string) => void }): Column<RecallItemDto>[] {
  const t = useTranslations("knowledge-operations-tests.items");
  const { decide, removeItem } = useRecallActions();
  const handleDecide = (id: string, action: "approve" | "reject") =>
    decide.mutate(
      { setId, ids: [id], action },
      { onSuccess: (done) => toast.success(t(action === "approve" ? "approved" : "rejected", { ...done, left: 0 })) },
    );
  const handleRemove = ({ id }: RecallItemDto) =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text"),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => removeItem.mutateAsync(id),
    });
  return [
    {
      key: "question",
      header: t("column.question"),
      cell: ({ id, question }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="wrap-anywhere line-clamp-2 max-w-140 rounded-xs text-left hover:underline"
        >
          {question}
        </button>
      ),
    },
    { key: "expected", header: t("column.expected"), phone: "line", cell: (item) => <Expected item={item} /> },
    {
      key: "origin",
      header: t("column.origin"),
      cell: ({ origin }) => <span className="whitespace-nowrap text-fg-2">{t(`origin.${origin}`)}</span>,
    },
    {
      key: "state",
      header: t("column.state"),
      phone: "line",
      cell: ({ state }) => (
        <Status tone={state === "active" ? "success" : "warning"} hollow={state === "proposed"}>
          {t(`state.${state}`)}
        </Status>
      ),
    },
    menuColumn(
      () => t("menu"),
      (item) => [
        ...(item.state === "proposed"
          ? [
              {
                key: "approve",
                label: t("approve"),
                icon: Check,
                disabled: item.expected.length === 0,
                onSelect: () => handleDecide(item.id, "approve"),
              },
              { key: "reject", label: t("reject"), icon: X, onSelect: () => handleDecide(item.id, "reject") },
            ]
          : []),
        { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => onOpen(item.id) },
        { key: "delete", label: t("delete.ok"), icon: Trash2, danger: true, onSelect: () => handleRemove(item) },
      ],
    ),
  ];
}

function Expected({ item: { expected } }: { item: RecallItemDto }) {
  const t = useTranslations("knowledge-operations-tests.items");
  const [first, ...others] = expected;
  if (!first) return <span className="text-fg-3">{t("nothing")}</span>;
  return (
    <span className="flex min-w-0 max-w-80 flex-col">
      <span className="truncate text-fg-2">
        {first.fileName ?? t("hiddenFile")}
        {others.length > 0 && <span className="text-fg-3"> · {t("places", { count: expected.length })}</span>}
      </span>
      {first.words && <span className="truncate text-fg-3 text-xs">{first.words}</span>}
    </span>
  );
}
