"use client";

import { use } from "react";
import { cn } from "@/components/ui/cn";
import type { Piece } from "@/lib/parsing/types";
import { MarkBadge } from "../flow/mark-badge";
import { PictureMarks } from "../flow/picture";

/** The cited pictures of a page, framed where they stand. */
export function PagePictureMarks({ part, pieces }: { part: number; pieces: readonly Piece[] }) {
  const marks = use(PictureMarks);
  return marks.map((mark) => {
    const block = pieces
      .flatMap(({ blocks }) => blocks)
      .find((one) => one.kind === "image" && one.part === part && one.image === mark.picture);
    if (block?.kind !== "image" || !block.box) return null;
    const { x, y, width, height } = block.box;
    return (
      <span
        key={mark.id}
        data-picture={mark.picture}
        className={cn(
          "pointer-events-none absolute z-2 rounded-xs ring-3",
          mark.isActive ? "ring-evidence-strong" : "ring-evidence",
        )}
        style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` }}
      >
        <span className="pointer-events-auto absolute top-1 left-1">
          <MarkBadge mark={mark} place="inline" />
        </span>
      </span>
    );
  });
}
