"use client";

import { useQueryClient } from "@tanstack/react-query";
import { readerKeys } from "@/lib/features/reader/hooks";
import type { Piece } from "@/lib/parsing/types";
import { PieceFailure } from "../flow/piece-row";
import { runRanges, within } from "../marks";
import { Paged } from "../paged";
import type { Jump, ViewProps } from "../types";
import { PdfPage } from "./pdf-page";
import { runsOf } from "./runs";
import { usePdf } from "./use-pdf";

/** Pages of a pdf as the file draws them. */
export function PdfView({ document, marks, hits, zoom, jump, onPart }: ViewProps) {
  const { open, failed, retry } = usePdf(document.versionId);
  const client = useQueryClient();
  if (failed) return <PieceFailure onRetry={retry} />;

  // Known from the parsed places, before the page itself is drawn.
  const find = (page: Element, { at, picture }: Jump) => {
    const number = Number((page as HTMLElement).dataset.part);
    const part = document.parts.find((one) => one.number === number);
    const loaded = document.pieces
      .filter((piece) => piece.part <= number && number <= piece.partTo)
      .map((piece) => client.getQueryData<Piece>(readerKeys.piece(document.versionId, piece.number)));
    if (!part?.height || loaded.some((piece) => !piece)) return null;
    const runs = runsOf(loaded as Piece[], number);
    const next = runs.find(([, , to]) => to > at);
    const { top, height } = page.firstElementChild?.getBoundingClientRect() ?? page.getBoundingClientRect();
    const drawn = (loaded as Piece[])
      .flatMap(({ blocks }) => blocks)
      .find((block) => block.kind === "image" && block.image === picture && block.part === number);
    if (drawn?.kind === "image" && drawn.box) return top + (drawn.box.y / 100) * height;
    const place = runRanges(runs, { from: at, to: at + 1 })[0]?.box.y ?? next?.[4] ?? 0;
    return top + (place / part.height) * height;
  };

  return (
    <Paged
      parts={document.parts}
      zoom={zoom}
      jump={jump}
      onPart={onPart}
      find={find}
      page={(part, size) => (
        <PdfPage
          open={open}
          document={document}
          part={part}
          size={size}
          marks={within(marks, part)}
          hits={within(hits, part)}
        />
      )}
    />
  );
}
