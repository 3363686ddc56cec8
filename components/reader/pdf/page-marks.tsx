"use client";

import { type ReactNode, type RefObject, useLayoutEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { PageLayout, Part } from "@/lib/parsing/types";
import { MarkBadge } from "../flow/mark-badge";
import { isRunOf, lineStart, type RunRange, runRanges } from "../marks";
import type { Hit, Mark } from "../types";

type Run = PageLayout["runs"][number];

/** Per cent of the page. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
  text: string;
}

interface PageMarksProps {
  holder: RefObject<HTMLElement | null>;
  part: Part;
  runs: readonly Run[];
  /** Elements of the page's words; null until they are laid. */
  items: readonly HTMLElement[] | null;
  marks: readonly Mark[];
  hits: readonly Hit[];
}

/** The cited and found words of a page, as coloured areas between its picture and its words. */
export function PageMarks({ holder, part, runs, items, marks, hits }: PageMarksProps) {
  return (
    <>
      {marks.map((mark) => (
        <Areas key={mark.id} range={mark} {...{ holder, part, runs, items }}>
          {(areas) => (
            <>
              {areas.map((area, index) => (
                <mark
                  // biome-ignore lint/suspicious/noArrayIndexKey: areas of one mark, in order
                  key={index}
                  data-citation={mark.id}
                  data-active={mark.isActive || undefined}
                  data-text={area.text}
                  className={cn("pdf-mark", mark.isActive ? "bg-evidence-strong" : "bg-evidence")}
                  style={styleOf(area)}
                />
              ))}
              {areas[0] && (
                <span className="absolute z-2" style={badgePlace(areas[0], mark, runs, part)}>
                  <MarkBadge mark={mark} place="inline" />
                </span>
              )}
            </>
          )}
        </Areas>
      ))}
      {hits.map((hit) => (
        <Areas key={hit.from} range={hit} {...{ holder, part, runs, items }}>
          {(areas) =>
            areas.map((area, index) => (
              <mark
                // biome-ignore lint/suspicious/noArrayIndexKey: areas of one hit, in order
                key={index}
                data-hit={hit.isActive ? "active" : ""}
                data-text={area.text}
                className={cn(
                  "pdf-mark",
                  hit.isActive ? "bg-evidence-strong outline-2 outline-evidence-strong" : "bg-evidence",
                )}
                style={styleOf(area)}
              />
            ))
          }
        </Areas>
      ))}
    </>
  );
}

interface AreasProps extends Omit<PageMarksProps, "marks" | "hits"> {
  range: { from: number; to: number };
  children: (areas: readonly Area[]) => ReactNode;
}

/** Measured from the words themselves: an area is as wide as the letters it covers, at any zoom. */
function Areas({ holder, part, runs, items, range, children }: AreasProps) {
  const [areas, setAreas] = useState<readonly Area[]>([]);
  const { from, to } = range;
  useLayoutEffect(() => {
    const page = holder.current?.getBoundingClientRect();
    if (!page || !items || page.width === 0) return;
    setAreas(runRanges(runs, { from, to }).flatMap((run) => areasOf(run, items[run.item], page, part)));
  }, [holder, part, runs, items, from, to]);
  return children(areas);
}

function areasOf(run: RunRange, item: HTMLElement | undefined, page: DOMRect, part: Part): Area[] {
  const node = item?.firstChild;
  // The words of the page are other than those that were read: the parsed place stands in, cut in proportion.
  if (!item || !(node instanceof Text) || !isRunOf(node.data, run.length)) return [parsedArea(run, part)];
  const range = document.createRange();
  range.setStart(node, run.start);
  range.setEnd(node, run.end);
  const text = range.toString();
  const rect = range.getBoundingClientRect();
  if (rect.width === 0 || text.trim() === "") return [];
  return [
    {
      left: (100 * (rect.left - page.left)) / page.width,
      top: (100 * (rect.top - page.top)) / page.height,
      width: (100 * rect.width) / page.width,
      height: (100 * rect.height) / page.height,
      text,
    },
  ];
}

/** The place that was read for a stretch of a run, cut in proportion. */
export function parsedArea({ start, end, length, box }: RunRange, { width = 595, height = 842 }: Part): Area {
  const share = length > 0 ? box.width / length : 0;
  return {
    left: (100 * (box.x + share * start)) / width,
    top: (100 * box.y) / height,
    width: (100 * share * (end - start)) / width,
    height: (100 * box.height) / height,
    text: "",
  };
}

export const styleOf = ({ left, top, width, height }: Area) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});

/** Before the line the words begin in, inside the page. */
function badgePlace({ top }: Area, mark: Mark, runs: readonly Run[], { width = 595 }: Part) {
  const first = runRanges(runs, mark)[0];
  const left = first ? (100 * lineStart(runs, first.box)) / width : 0;
  return { left: `max(2px, calc(${left}% - 24px))`, top: `calc(${top}% - 2px)` };
}
