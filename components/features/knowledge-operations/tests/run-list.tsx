"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { useWhen } from "@/components/common/use-moments";
import type { RecallRunDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallRunsQuery } from "@/lib/features/knowledge-operations/recall-hooks";
import { RECALL_RUNS_MAX } from "@/lib/features/knowledge-operations/recall-limits";
import { RunState } from "./run-state";
import { useFigures } from "./use-figures";

interface RunListProps {
  setId: string;
  onOpen: (runId: string) => void;
}

/** Runs of a test set that are kept, the newest first. */
export function RunList({ setId, onOpen }: RunListProps) {
  const t = useTranslations("knowledge-operations-tests.runs");
  const query = useQuery(recallRunsQuery(setId));
  const columns = useColumns(onOpen);
  const { data } = query;
  return (
    <DataTable
      label={t("title")}
      state={{ ...query, data: data && { items: data.items, total: data.items.length } }}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      page={1}
      pageSize={RECALL_RUNS_MAX}
      onPageChange={() => undefined}
      empty={<EmptyState title={t("emptyTitle")} description={t("emptyText")} />}
    />
  );
}

function useColumns(onOpen: (runId: string) => void): Column<RecallRunDto>[] {
  const t = useTranslations("knowledge-operations-tests.runs");
  const when = useWhen();
  const { share, score } = useFigures();
  /** Of one setting, or of both. */
  const sides = ({ figures }: RecallRunDto, of: (side: NonNullable<typeof figures>["first"]) => string) =>
    figures ? [figures.first, figures.second].flatMap((side) => (side ? of(side) : [])).join(" / ") : "–";
  return [
    {
      key: "when",
      header: t("column.when"),
      cell: ({ id, createdAt }) => (
        <button
          type="button"
          aria-label={t("open", { when: when(createdAt) })}
          onClick={() => onOpen(id)}
          className="tnum whitespace-nowrap rounded-xs font-medium hover:underline"
        >
          {when(createdAt)}
        </button>
      ),
    },
    { key: "state", header: t("column.state"), phone: "line", cell: ({ state }) => <RunState state={state} /> },
    {
      key: "sides",
      header: t("column.sides"),
      cell: ({ isCompared }) => <span className="text-fg-2">{t(isCompared ? "two" : "one")}</span>,
    },
    { key: "questions", header: t("column.questions"), numeric: true, cell: ({ questions }) => questions },
    {
      key: "recall",
      header: t("column.recall"),
      numeric: true,
      phone: "line",
      cell: (run) => <span className="tnum">{sides(run, ({ recallK }) => share(recallK))}</span>,
    },
    {
      key: "mrr",
      header: t("column.mrr"),
      numeric: true,
      cell: (run) => <span className="tnum">{sides(run, ({ mrr }) => score(mrr))}</span>,
    },
    {
      key: "ndcg",
      header: t("column.ndcg"),
      numeric: true,
      cell: (run) => <span className="tnum">{sides(run, ({ ndcg }) => score(ndcg))}</span>,
    },
    { key: "author", header: t("column.author"), cell: ({ author }) => <span className="text-fg-2">{author}</span> },
  ];
}
