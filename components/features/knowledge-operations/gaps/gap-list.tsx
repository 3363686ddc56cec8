"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { cn } from "@/components/ui/cn";
import { Status } from "@/components/ui/status";
import type { GapState } from "@/lib/config/knowledge-kinds";
import type { GapBoardDto, GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";
import type { GapBoardState } from "@/lib/features/knowledge-operations/gap-filter";
import { gapsQuery } from "@/lib/features/knowledge-operations/gap-hooks";
import { STATE_TONES, useGapWords } from "./use-gap-words";

interface GapListProps {
  state: GapBoardState;
  board: GapBoardDto;
  onChange: (patch: Partial<GapBoardState>) => void;
  onOpen: (gap: GapCardDto) => void;
  onClearFilters?: () => void;
  empty: ReactNode;
  className?: string;
}

/** The same gaps in rows, by the states of the board; on a phone the only view. */
export function GapList({ state, board, onChange, onOpen, onClearFilters, empty, className }: GapListProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const columns = useGapColumns();
  const query = useQuery(gapsQuery(state, { state: state.state, page: state.page, pageSize: state.pageSize }));
  return (
    <div className={cn("flex min-h-0 min-w-0 flex-1 flex-col", className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that narrow the list */}
      <div role="group" aria-label={t("list.state")} className="flex shrink-0 gap-2 overflow-x-auto border-b px-4 py-2">
        <Chip isOn={!state.state} onClick={() => onChange({ state: undefined, page: 1 })}>
          {t("filter.all")} {board.columns.reduce((sum, { gaps }) => sum + gaps, 0)}
        </Chip>
        {board.columns.map(({ state: one, gaps }) => (
          <Chip key={one} isOn={state.state === one} onClick={() => onChange({ state: one as GapState, page: 1 })}>
            {t(`state.${one}`)} {gaps}
          </Chip>
        ))}
      </div>
      <DataTable
        state={query}
        page={state.page}
        pageSize={state.pageSize}
        onPageChange={(page) => onChange({ page })}
        onPageSizeChange={(pageSize) => onChange({ pageSize, page: 1 })}
        onClearFilters={state.state ? () => onChange({ state: undefined, page: 1 }) : onClearFilters}
        label={t("title")}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={onOpen}
        empty={empty}
      />
    </div>
  );
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cn(
        "tnum min-h-7 shrink-0 whitespace-nowrap rounded-full border px-3 text-xs pointer-coarse:min-h-11",
        isOn ? "border-primary-line bg-primary-soft text-primary-ink" : "text-fg-2 hover:bg-subtle",
      )}
    >
      {children}
    </button>
  );
}

function useGapColumns(): Column<GapCardDto>[] {
  const t = useTranslations("knowledge-operations-gaps");
  const words = useGapWords();
  return [
    {
      key: "gap",
      header: t("list.gap"),
      cell: (gap) => (
        <span className={cn("block max-w-120 truncate", gap.title === null && "text-fg-3")}>{words.title(gap)}</span>
      ),
    },
    {
      key: "state",
      header: t("list.state"),
      phone: "line",
      cell: ({ state }) => <Status tone={STATE_TONES[state]}>{t(`state.${state}`)}</Status>,
    },
    { key: "base", header: t("list.base"), cell: ({ base }) => <span className="text-fg-2">{base.name}</span> },
    {
      key: "questions",
      header: t("list.questions"),
      numeric: true,
      phone: "line",
      cell: ({ questions }) => <span className="tnum">{questions}</span>,
    },
    {
      key: "why",
      header: t("list.why"),
      wraps: true,
      cell: (gap) => <span className="text-fg-2">{words.why(gap)}</span>,
    },
    {
      key: "owner",
      header: t("list.owner"),
      phone: "line",
      cell: ({ owner }) =>
        owner && !owner.isGone ? (
          owner.name
        ) : (
          <span className={owner ? "text-danger-ink" : "text-fg-3"}>{t("card.noOwner")}</span>
        ),
    },
    {
      key: "due",
      header: t("list.due"),
      cell: ({ dueAt, state }) => {
        if (!dueAt || state === "verified") return "–";
        const due = words.due(dueAt);
        return <span className={due.isLate ? "text-danger-ink" : "text-fg-2"}>{due.text}</span>;
      },
    },
    {
      key: "result",
      header: t("list.result"),
      numeric: true,
      cell: ({ checks: { passed, missed, total } }) =>
        passed + missed > 0 ? <span className="tnum">{`${passed} / ${total}`}</span> : "–",
    },
  ];
}
