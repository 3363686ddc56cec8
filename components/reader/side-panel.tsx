"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import type { Part } from "@/lib/parsing/types";
import { indexAt } from "./marks";
import { PdfThumbnail } from "./pdf/pdf-thumbnail";
import { usePdf } from "./pdf/use-pdf";
import { SlideThumbnail } from "./slides/slide-thumbnail";

interface SidePanelProps {
  document: ReaderDocumentDto;
  /** Page or slide in view. */
  current: number;
  onPart: (number: number) => void;
  onPlace: (at: number) => void;
}

/** Formats whose pages can be shown small. */
export const hasThumbnails = ({ format, parts }: ReaderDocumentDto) =>
  (format === "pdf" || format === "pptx") && parts.length > 1;

export const hasPanel = (document: ReaderDocumentDto) => hasThumbnails(document) || document.outline.length > 0;

/** Pages in small, and the headings of the document. */
export function SidePanel({ document, current, onPart, onPlace }: SidePanelProps) {
  const t = useTranslations("reader");
  const [pages, headings] = [hasThumbnails(document), document.outline.length > 0];
  const [chosen, setChosen] = useState<"pages" | "outline">(pages ? "pages" : "outline");
  return (
    <nav
      aria-label={t("panel.label")}
      className="flex w-44 shrink-0 flex-col border-r bg-subtle max-md:absolute max-md:inset-y-0 max-md:left-0 max-md:z-3 max-md:shadow-lg"
    >
      {pages && headings && (
        <div className="shrink-0 p-2">
          <Segmented
            value={chosen}
            onValueChange={setChosen}
            aria-label={t("panel.label")}
            options={[
              { value: "pages", label: t("panel.pages") },
              { value: "outline", label: t("panel.outline") },
            ]}
          />
        </div>
      )}
      {chosen === "pages" ? (
        <Thumbnails document={document} current={current} onPart={onPart} />
      ) : (
        <Outline document={document} current={current} onPlace={onPlace} />
      )}
    </nav>
  );
}

const WIDTH = 112;
const GAP = 34;

function Thumbnails({ document, current, onPart }: Omit<SidePanelProps, "onPlace">) {
  const t = useTranslations("reader");
  const frame = useRef<HTMLDivElement>(null);
  const { parts, format } = document;
  const heightOf = ({ width, height }: Part) => (WIDTH * (height ?? 842)) / (width ?? 595);
  const rows = useVirtualizer({
    count: parts.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => heightOf(parts[index]!) + GAP,
    overscan: 2,
    paddingStart: 8,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the small pages follow the large ones
  useEffect(() => {
    const index = parts.findIndex(({ number }) => number === current);
    if (index >= 0) rows.scrollToIndex(index, { align: "auto" });
  }, [current]);

  const { open } = usePdf(format === "pdf" ? document.versionId : null);
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto">
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const part = parts[row.index]!;
          const size = { width: WIDTH, height: heightOf(part) };
          return (
            <li
              key={part.number}
              className="absolute inset-x-0 top-0 grid justify-center"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <button
                type="button"
                aria-label={t(part.kind === "slide" ? "view.slide" : "view.page", { number: part.number })}
                aria-current={part.number === current ? "page" : undefined}
                onClick={() => onPart(part.number)}
                className="grid justify-items-center gap-0.5 rounded-xs"
              >
                <span
                  className={cn(
                    "block overflow-hidden rounded-xs border bg-paper",
                    part.number === current && "border-primary ring-2 ring-primary",
                  )}
                  style={size}
                >
                  {format === "pdf" ? (
                    <PdfThumbnail open={open} number={part.number} width={WIDTH} />
                  ) : (
                    <SlideThumbnail document={document} part={part} />
                  )}
                </span>
                <span className="tnum text-xs text-fg-3">{part.name ?? part.number}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Outline({ document, current, onPlace }: Omit<SidePanelProps, "onPart">) {
  const { outline, parts } = document;
  const isCurrent = (from: number) => parts.length > 1 && parts[indexAt(parts, from)]?.number === current;
  const top = Math.min(...outline.map(({ level }) => level));
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto p-1.5">
      {outline.map(({ title, level, from }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings never move, and may share a place
        <li key={index}>
          <button
            type="button"
            onClick={() => onPlace(from)}
            style={{ paddingInlineStart: 8 + Math.min(4, level - top) * 12 }}
            className={cn(
              "w-full rounded-xs py-1 pr-2 text-xs hover:bg-muted pointer-coarse:min-h-11",
              isCurrent(from) ? "text-primary-ink" : level === top ? "text-fg" : "text-fg-2",
            )}
          >
            <span className="line-clamp-2">{title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
