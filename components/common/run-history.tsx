"use client";

import { DataTable } from "@/components/common/data-table/data-table";
import type { Column, TableState } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { cn } from "@/components/ui/cn";

interface RunHistoryProps<Run> {
  label: string;
  columns: readonly Column<Run>[];
  query: TableState<Run>;
  paging: { page: number; pageSize: number; onPageChange: (page: number) => void };
  onOpen: (id: string) => void;
  empty: { title: string; description: string };
  className?: string;
}

/** Runs of something that takes its time, newest first, framed beside what begins one. */
export function RunHistory<Run extends { id: string }>({
  label,
  columns,
  query,
  paging,
  onOpen,
  empty,
  className,
}: RunHistoryProps<Run>) {
  return (
    <div className={cn("flex flex-col overflow-hidden rounded-md border", className)}>
      <DataTable
        label={label}
        columns={columns}
        rowKey={(run) => run.id}
        state={query}
        {...paging}
        onOpen={(run) => onOpen(run.id)}
        empty={<EmptyState {...empty} />}
      />
    </div>
  );
}
