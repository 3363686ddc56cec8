"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import type { Part } from "@/lib/parsing/types";
import { indexAt, within } from "../marks";
import { leafAt } from "../offsets";
import type { ViewProps } from "../types";
import { useArrive } from "../use-arrive";
import { columnWidths } from "./columns";
import { SheetHead, SheetPiece } from "./sheet-piece";

/** Sheets of a workbook: one at a time, as tabs below the grid. */
export function SheetView(props: ViewProps) {
  const { document, jump, onPart } = props;
  const t = useTranslations("reader");
  const { parts } = document;
  const [chosen, setChosen] = useState(parts[0]?.number ?? 1);
  const [followed, setFollowed] = useState(jump);
  const wanted = jump && (jump.part ?? parts[indexAt(parts, jump.at)]?.number);
  if (jump !== followed) {
    setFollowed(jump);
    if (wanted) setChosen(wanted);
  }
  useEffect(() => onPart(chosen), [chosen, onPart]);
  const part = parts.find(({ number }) => number === chosen) ?? parts[0];
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1">{part && <Grid key={part.number} {...props} part={part} />}</div>
      {parts.length > 1 && (
        <div
          role="tablist"
          aria-label={t("view.sheets")}
          className="flex shrink-0 gap-1 overflow-x-auto border-t bg-subtle px-2 py-1"
        >
          {parts.map((sheet) => (
            <button
              key={sheet.number}
              type="button"
              role="tab"
              aria-selected={sheet.number === chosen}
              onClick={() => setChosen(sheet.number)}
              className={cn(
                "h-7 max-w-48 shrink-0 truncate rounded-xs px-2.5 text-xs pointer-coarse:h-11",
                sheet.number === chosen ? "bg-background font-semibold text-fg shadow-xs" : "text-fg-2 hover:bg-muted",
              )}
            >
              {sheet.name ?? t("view.sheet", { number: sheet.number })}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface GridProps extends ViewProps {
  part: Part;
}

const ROW = 26;

function Grid({ document, part, marks, hits, zoom, jump }: GridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const pieces = useMemo(() => piecesOf(document, part), [document, part]);
  const [widths, setWidths] = useState<readonly number[]>([]);
  const rows = useVirtualizer({
    count: pieces.length,
    getScrollElement: () => frame.current,
    // A guess at how many rows a piece has; measured once it is drawn.
    estimateSize: (index) => Math.max(ROW, ((pieces[index]?.to ?? 0) - (pieces[index]?.from ?? 0)) * 0.6) * zoom,
    overscan: 0,
    getItemKey: (index) => pieces[index]?.number ?? index,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every size was measured at another zoom
  useEffect(() => rows.measure(), [zoom, widths]);

  useArrive(frame, jump && belongs(jump, part) ? jump : null, {
    bring: ({ at }) => {
      const index = indexAt(pieces, at);
      if (!rows.getVirtualItems().some((row) => row.index === index)) rows.scrollToIndex(index, { align: "start" });
    },
    find: ({ at, to }) => {
      if (to === "part") return frame.current?.firstElementChild?.getBoundingClientRect().top ?? null;
      const piece = pieces[indexAt(pieces, at)];
      const row = frame.current?.querySelector(`[data-piece="${piece?.number}"]`);
      const cell = row && leafAt(row, at)?.closest("td");
      if (!cell) return null;
      // Sideways too, clear of the numbers of the rows.
      if (to) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
      return cell.getBoundingClientRect().top;
    },
  });

  const total = widths.reduce((sum, width) => sum + width, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <div ref={frame} tabIndex={0} data-reader-frame className="@container h-full overflow-auto bg-paper">
      <div className="reader-sheet" style={{ fontSize: 13 * zoom, width: total > 0 ? (total + 48) * zoom : undefined }}>
        <SheetHead widths={widths} zoom={zoom} />
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const piece = pieces[row.index];
            if (!piece) return null;
            return (
              <div
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                data-piece={piece.number}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <SheetPiece
                  versionId={document.versionId}
                  number={piece.number}
                  part={part.number}
                  widths={widths}
                  zoom={zoom}
                  marks={within(marks, piece)}
                  hits={within(hits, piece)}
                  onBlocks={(blocks) => setWidths((before) => columnWidths(before, blocks))}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const piecesOf = ({ pieces }: ReaderDocumentDto, { number }: Part) =>
  pieces.filter((piece) => piece.part <= number && number <= piece.partTo);

const belongs = ({ at, part }: { at: number; part?: number }, sheet: Part) =>
  part === undefined ? at >= sheet.from && at < Math.max(sheet.to, sheet.from + 1) : part === sheet.number;
