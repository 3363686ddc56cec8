"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight, CircleSlash, Pencil, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { DocumentPicture } from "@/components/common/document-picture";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { SliceLineDto } from "@/lib/features/knowledge/dto";

type Row =
  | { kind: "parent"; key: string; parent: number; part: number; slices: number; tokens: number; heading: string }
  | { kind: "slice"; key: string; slice: SliceLineDto };

interface SliceListProps {
  items: readonly SliceLineDto[];
  /** They are of. */
  versionId: string | null;
  activeId: string | null;
  onActive: (id: string) => void;
  /** What stands in the place of the active row: its editor. */
  editor: ((slice: SliceLineDto) => ReactNode) | null;
  onEdit: (id: string) => void;
}

/** Slices of a file, thousands of them: only those in view are drawn. Grouped by the large slice they are part of. */
export function SliceList({ items, versionId, activeId, onActive, editor, onEdit }: SliceListProps) {
  const t = useTranslations("knowledge-slices.list");
  const frame = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(items), [items]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (rows[index]?.kind === "parent" ? 32 : 60),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  const activeIndex = rows.findIndex((row) => row.kind === "slice" && row.slice.id === activeId);

  // A slice chosen on the page is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another slice moves the list
  useEffect(() => {
    const isSeen = list.getVirtualItems().some(({ index }) => index === activeIndex);
    if (activeIndex >= 0 && !isSeen) list.scrollToIndex(activeIndex, { align: "center" });
  }, [activeId]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget && (event.target as HTMLElement).closest("[data-editor]")) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      let index = activeIndex + step;
      while (rows[index] && rows[index]!.kind !== "slice") index += step;
      const row = rows[index];
      if (row?.kind === "slice") onActive(row.slice.id);
    } else if (event.key === "Enter" && activeId && event.target === event.currentTarget) {
      event.preventDefault();
      onEdit(activeId);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of rows that open in place
    <div
      ref={frame}
      role="list"
      aria-label={t("label")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: walked and scrolled by keyboard
      tabIndex={0}
      onKeyDown={handleKey}
      className="min-h-0 flex-1 overflow-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring"
    >
      <div className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === "parent" ? (
                // biome-ignore lint/a11y/useSemanticElements: a row of the list above
                <div role="listitem" className="flex h-8 items-center gap-2 border-b bg-subtle px-5 text-xs text-fg-2">
                  <ChevronRight aria-hidden size={12} className="rotate-90 text-fg-3" />
                  <span className="font-semibold">P{row.parent}</span>
                  <span className="min-w-0 flex-1 truncate">{row.heading}</span>
                  <span className="tnum text-fg-3">
                    {t("parent", { part: row.part, count: row.slices, tokens: row.tokens })}
                  </span>
                </div>
              ) : editor && row.slice.id === activeId ? (
                // biome-ignore lint/a11y/useSemanticElements: a row of the list above
                <div data-editor role="listitem" className="border-b p-3">
                  {editor(row.slice)}
                </div>
              ) : (
                <SliceRow
                  versionId={versionId}
                  slice={row.slice}
                  isActive={row.slice.id === activeId}
                  onClick={() => onActive(row.slice.id)}
                  onEdit={() => onEdit(row.slice.id)}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface SliceRowProps {
  versionId: string | null;
  slice: SliceLineDto;
  isActive: boolean;
  onClick: () => void;
  onEdit: () => void;
}

function SliceRow({ versionId, slice, isActive, onClick, onEdit }: SliceRowProps) {
  const t = useTranslations("knowledge-slices.list");
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows are virtual
    <div role="listitem" className={cn("flex border-b", isActive ? "bg-primary-soft" : "hover:bg-muted")}>
      <button
        type="button"
        aria-current={isActive || undefined}
        onClick={onClick}
        onDoubleClick={onEdit}
        className="grid min-w-0 flex-1 grid-cols-[3.5rem_1fr_auto_3rem] items-center gap-x-3 px-5 py-2 text-left text-sm max-md:grid-cols-[2.5rem_1fr_auto] max-md:px-4"
      >
        <span className="tnum text-fg-2">#{slice.number}</span>
        <span className={cn("min-w-0", slice.picture && "flex items-start gap-3")}>
          {slice.picture && versionId && (
            <DocumentPicture
              versionId={versionId}
              name={slice.picture}
              alt={t("picture")}
              className="h-11 w-16 shrink-0 rounded-xs border"
            />
          )}
          <span className={cn("line-clamp-2 break-words", slice.isDisabled && "text-fg-3")}>{slice.text}</span>
          {slice.isDisabled && slice.reason && <span className="block text-xs text-fg-3">{slice.reason}</span>}
        </span>
        <span className="flex gap-1">
          {slice.isDisabled ? (
            <Badge icon={CircleSlash}>{t("disabled")}</Badge>
          ) : (
            <>
              {slice.isRefused && (
                <Badge icon={TriangleAlert} tone="warning">
                  {t("refused")}
                </Badge>
              )}
              {slice.isHand && <Badge icon={Pencil}>{t("hand")}</Badge>}
            </>
          )}
        </span>
        <span className="tnum text-right text-fg-3 max-md:hidden">{slice.tokens}</span>
      </button>
    </div>
  );
}

function rowsOf(items: readonly SliceLineDto[]): Row[] {
  const rows: Row[] = [];
  let group = null as Extract<Row, { kind: "parent" }> | null;
  for (const slice of items) {
    const { parent, part, heading, tokens } = slice;
    if (parent !== null && group?.parent !== parent) {
      group = { kind: "parent", key: `p${parent}-${rows.length}`, parent, part, slices: 0, tokens: 0, heading };
      rows.push(group);
    }
    if (group && parent !== null) {
      group.slices++;
      group.tokens += tokens;
    }
    rows.push({ kind: "slice", key: slice.id, slice });
  }
  return rows;
}
