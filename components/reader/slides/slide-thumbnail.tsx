"use client";

import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import type { Part } from "@/lib/parsing/types";
import { usePieces } from "../use-pieces";
import { Slide } from "./slide";

/** A slide in small: the same slide, its type follows its width. The button around it names it. */
export function SlideThumbnail({ document, part }: { document: ReaderDocumentDto; part: Part }) {
  const { pieces, isPending } = usePieces(document, part.number);
  if (isPending) return null;
  return (
    <span aria-hidden inert className="pointer-events-none block">
      <Slide part={part} pieces={pieces} marks={[]} hits={[]} />
    </span>
  );
}
