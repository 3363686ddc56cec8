"use client";

import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Status } from "@/components/ui/status";
import { GAP_STATES, type GapState } from "@/lib/config/knowledge-kinds";
import type { GapBoardDto, GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";
import { type GapNarrowing, gapsQuery } from "@/lib/features/knowledge-operations/gap-hooks";
import { COLUMN_CARDS } from "@/lib/features/knowledge-operations/gap-limits";
import { GapCard } from "./gap-card";
import { STATE_TONES } from "./use-gap-words";

interface GapColumnsProps {
  filter: GapNarrowing;
  board: GapBoardDto;
  openId: string | null;
  onOpen: (gap: GapCardDto) => void;
  onAssign: (gap: GapCardDto) => void;
  /** A card was dropped on a column. */
  onDrop: (gap: GapCardDto, state: GapState) => void;
}

/** The board: a column a state. What is dropped on another column is asked for as its menu does; verified takes nothing. */
export function GapColumns({ filter, board, onDrop, ...cards }: GapColumnsProps) {
  const t = useTranslations("knowledge-operations-gaps");
  // A press that does not move opens; a finger scrolls.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 8 } }));
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const gap = active.data.current?.gap as GapCardDto | undefined;
    const state = GAP_STATES.find((one) => one === over?.id);
    if (gap && state && state !== gap.state) onDrop(gap, state);
  };
  return (
    <DndContext id="gap-board" sensors={sensors} onDragEnd={handleDragEnd}>
      {/* biome-ignore lint/a11y/useSemanticElements: columns side by side are no list of one kind */}
      <div
        role="group"
        // Without cards nothing in it takes the focus, and it scrolls sideways all the same.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        aria-label={t("view.board")}
        aria-description={t("keys")}
        className={cn(
          "grid min-h-0 flex-1 auto-cols-[minmax(204px,1fr)] grid-flow-col gap-3 overflow-auto bg-subtle px-4 py-3 max-md:hidden",
          board.finding && "opacity-60",
        )}
      >
        {board.columns.map((column) => (
          <Column key={column.state} column={column} filter={filter} {...cards} />
        ))}
      </div>
    </DndContext>
  );
}

interface ColumnProps extends Pick<GapColumnsProps, "filter" | "openId" | "onOpen" | "onAssign"> {
  column: GapBoardDto["columns"][number];
}

/** Cards of a page; the server gives no more at once. */
const MOST = 100;

function Column({ column: { state, gaps, questions }, filter, openId, onOpen, onAssign }: ColumnProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const [shown, setShown] = useState(COLUMN_CARDS);
  const query = useQuery(gapsQuery(filter, { state, page: 1, pageSize: Math.min(MOST, shown) }));
  const { setNodeRef, isOver } = useDroppable({ id: state, disabled: state === "verified" });
  const items = query.data?.items ?? [];
  const more = gaps - items.length;
  return (
    <section
      ref={setNodeRef}
      aria-label={t(`state.${state}`)}
      data-column={state}
      className={cn("min-w-0 rounded-md", isOver && "bg-primary-soft")}
    >
      <header className="mb-2 flex items-baseline gap-2 px-1 text-sm">
        <Status tone={STATE_TONES[state]} className="font-semibold text-fg">
          {t(`state.${state}`)}
        </Status>
        <span className="min-w-0 truncate text-fg-3 text-xs">{t("column.counts", { gaps, questions })}</span>
      </header>
      {query.isPending && <Skeleton className="h-28 w-full" />}
      {query.isError && !query.data && <ErrorState onRetry={() => void query.refetch()} />}
      <ul className="space-y-2.5">
        {items.map((gap) => (
          <li key={gap.id}>
            <DraggedCard
              gap={gap}
              isOpen={gap.id === openId}
              onOpen={() => onOpen(gap)}
              onAssign={() => onAssign(gap)}
            />
          </li>
        ))}
      </ul>
      {more > 0 && items.length > 0 && shown < MOST && (
        <button
          type="button"
          onClick={() => setShown(shown + COLUMN_CARDS)}
          className="mx-auto mt-2 flex min-h-8 items-center gap-1 text-fg-3 text-xs hover:text-fg pointer-coarse:min-h-11"
        >
          {t("column.more", { gaps: more })}
          <ChevronDown aria-hidden size={13} />
        </button>
      )}
      {query.data && (state === "fixed" || items.length === 0) && (
        <p className="px-1 py-2 text-fg-3 text-xs leading-relaxed">{t(`column.empty.${state}`)}</p>
      )}
    </section>
  );
}

type DraggedCardProps = Pick<Parameters<typeof GapCard>[0], "gap" | "isOpen" | "onOpen" | "onAssign">;

function DraggedCard({ gap, ...card }: DraggedCardProps) {
  const isFixed = !gap.mayChange || gap.state === "verified" || gap.checks.isRunning;
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({
    id: gap.id,
    data: { gap },
    disabled: isFixed,
  });
  const at = transform ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)` : undefined;
  return (
    <div ref={setNodeRef} style={{ transform: at }} className={cn(isDragging && "relative z-(--z-sticky)")}>
      <GapCard gap={gap} {...card} isDragged={isDragging} listeners={listeners} />
    </div>
  );
}
