"use client";

import { Skeleton } from "@/components/ui/skeleton";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import type { Part } from "@/lib/parsing/types";
import { PieceFailure } from "../flow/piece-row";
import { within } from "../marks";
import { placeOf } from "../offsets";
import { Paged } from "../paged";
import type { Hit, Mark, ViewProps } from "../types";
import { usePieces } from "../use-pieces";
import { Slide, SlideNotes } from "./slide";

/** Slides one below the other, with their notes. */
export function SlidesView({ document, marks, hits, zoom, jump, onPart }: ViewProps) {
  return (
    <Paged
      parts={document.parts}
      zoom={zoom}
      jump={jump}
      onPart={onPart}
      isMeasured
      find={(page, place) => placeOf(page, place)?.getBoundingClientRect().top ?? null}
      page={(part, { height }) => (
        <LoadedSlide
          document={document}
          part={part}
          height={height}
          marks={within(marks, part)}
          hits={within(hits, part)}
        />
      )}
    />
  );
}

interface LoadedSlideProps {
  document: ReaderDocumentDto;
  part: Part;
  height: number;
  marks: readonly Mark[];
  hits: readonly Hit[];
}

function LoadedSlide({ document, part, height, marks, hits }: LoadedSlideProps) {
  const { pieces, isPending, failed } = usePieces(document, part.number);
  if (failed) return <PieceFailure onRetry={failed.refetch} />;
  if (isPending) {
    return (
      <div className="border bg-paper p-[8%]" style={{ height }}>
        <Skeleton className="h-6 w-1/2" />
      </div>
    );
  }
  return (
    <>
      <Slide part={part} pieces={pieces} marks={marks} hits={hits} />
      <SlideNotes part={part} pieces={pieces} marks={marks} hits={hits} />
    </>
  );
}
