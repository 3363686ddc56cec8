"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { menuColumn } from "@/components/common/data-table/actions-column";
import { WhenCell } from "@/components/common/data-table/cells";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useKeyword } from "@/components/common/use-keyword";
import { Badge } from "@/components/ui/badge";
import { confirm } from "@/lib/client/dialogs";
import type { RecallSetDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallSetsQuery, useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import { RunState } from "./run-state";
import { SetDrawer } from "./set-drawer";
import { useFigures } from "./use-figures";

interface SetListProps {
  baseId: string;
  onOpen: (setId: string) => void;
}

/** Test sets of a base with their last figures. */
export function SetList({ baseId, onOpen }: SetListProps) {
  const t = useTranslations("knowledge-operations-tests.sets");
  const [page, setPage] = useState({ page: 1, pageSize: 20, keyword: "" });
  const [keyword, setKeyword] = useKeyword(page.keyword, (word) => setPage({ ...page, keyword: word, page: 1 }));
  const [drawer, setDrawer] = useState<"new" | RecallSetDto | null>(null);
  const query = useQuery(recallSetsQuery(baseId, page));
  const columns = useColumns({ onOpen, onRename: setDrawer });
  return (
    <>
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={<CreateButton label={t("create")} onCreate={() => setDrawer("new")} />}
      />
      <DataTable
        label={t("title")}
        state={query}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        page={page.page}
        pageSize={page.pageSize}
        onPageChange={(next) => setPage({ ...page, page: next })}
        onPageSizeChange={(pageSize) => setPage({ ...page, pageSize, page: 1 })}
        onClearFilters={page.keyword ? () => setPage({ ...page, keyword: "", page: 1 }) : undefined}
        empty={
          <EmptyState
            title={t("emptyTitle")}
            description={t("emptyText")}
            action={<CreateButton label={t("create")} onCreate={() => setDrawer("new")} />}
            steps={(["collect", "run", "apply"] as const).map((step) => ({
              title: t(`steps.${step}.title`),
              description: t(`steps.${step}.text`),
            }))}
          />
        }
      />
      {drawer && (
        <SetDrawer
          baseId={baseId}
          set={drawer === "new" ? null : drawer}
          onClose={() => setDrawer(null)}
          onMade={onOpen}
        />
      )}
    </>
  );
}

interface ColumnsProps {
  onOpen: (setId: string) => void;
  onRename: (set: RecallSetDto) => void;
}

function useColumns({ onOpen, onRename }: ColumnsProps): Column<RecallSetDto>[] {
  const t = useTranslations("knowledge-operations-tests.sets");
  const { share, score } = useFigures();
  const { remove } = useRecallActions();
  const handleRemove = (set: RecallSetDto) =>
    void confirm({
      title: t("delete.title"),
      description: t("delete.text", { name: set.name, count: set.active + set.proposed }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(set.id),
    });
  return [
    {
      key: "name",
      header: t("column.name"),
      cell: ({ id, name }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="max-w-100 truncate rounded-xs font-medium hover:underline"
        >
          {name}
        </button>
      ),
    },
    {
      key: "questions",
      header: t("column.questions"),
      numeric: true,
      phone: "line",
      cell: ({ active, proposed }) => (
        <span className="tnum inline-flex items-center gap-2">
          {proposed > 0 && <Badge tone="warning">{t("waiting", { count: proposed })}</Badge>}
          {active}
        </span>
      ),
    },
    {
      key: "last",
      header: t("column.last"),
      phone: "line",
      cell: ({ lastRun }) =>
        lastRun ? (
          <span className="flex items-center gap-2 whitespace-nowrap">
            <RunState state={lastRun.state} />
            <WhenCell at={lastRun.createdAt} />
          </span>
        ) : (
          <span className="text-fg-3">{t("never")}</span>
        ),
    },
    {
      key: "recall",
      header: t("column.recall"),
      numeric: true,
      cell: ({ lastRun }) => (lastRun?.figures ? share(lastRun.figures.first.recallK) : "–"),
    },
    {
      key: "mrr",
      header: t("column.mrr"),
      numeric: true,
      cell: ({ lastRun }) => (lastRun?.figures ? score(lastRun.figures.first.mrr) : "–"),
    },
    { key: "author", header: t("column.author"), cell: ({ author }) => <span className="text-fg-2">{author}</span> },
    { key: "created", header: t("column.created"), cell: ({ createdAt }) => <WhenCell at={createdAt} /> },
    menuColumn(
      ({ name }) => t("menu", { name }),
      (set) => [
        { key: "rename", label: t("rename"), icon: Pencil, onSelect: () => onRename(set) },
        { key: "delete", label: t("delete.ok"), icon: Trash2, danger: true, onSelect: () => handleRemove(set) },
      ],
    ),
  ];
}
