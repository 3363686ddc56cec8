"use client";

import { useTranslations } from "next-intl";
import { type CSSProperties, useLayoutEffect, useMemo, useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import type { Part } from "@/lib/parsing/types";
import { RecognisedWords } from "../recognised-words";
import type { Hit, Mark } from "../types";
import { usePieces } from "../use-pieces";
import { PageAdditions } from "./page-additions";
import { PageMarks } from "./page-marks";
import { PagePictureMarks } from "./picture-marks";
import { runsOf } from "./runs";
import { usePage, usePicture } from "./use-page";
import type { OpenPdf } from "./use-pdf";
import { placeItems, useWords } from "./use-words";

interface PdfPageProps {
  open: OpenPdf | null;
  document: ReaderDocumentDto;
  part: Part;
  size: { width: number; height: number };
  marks: readonly Mark[];
  hits: readonly Hit[];
}

/** A page of a pdf: its picture, the marks on it, and its words on top for selecting. */
export function PdfPage({ open, document, part, size, marks, hits }: PdfPageProps) {
  const t = useTranslations("reader");
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const { page, failed } = usePage(open, part.number);
  const isDrawn = usePicture(picture, page, size.width);
  const items = useWords(words, open, page);
  const { pieces } = usePieces(document, part.number);
  const runs = useMemo(() => runsOf(pieces, part.number), [pieces, part.number]);

  useLayoutEffect(() => {
    if (items) placeItems(items, runs);
  }, [items, runs]);

  const style = {
    ...size,
    "--total-scale-factor": size.width / (page?.getViewport({ scale: 1 }).width ?? part.width ?? 595),
    "--scale-round-x": "1px",
    "--scale-round-y": "1px",
  };
  return (
    <section
      ref={frame}
      aria-label={t("view.page", { number: part.number })}
      className="pdf-page relative overflow-hidden rounded-xs shadow-sm ring-1 ring-border"
      style={style as CSSProperties}
    >
      <div ref={picture} />
      {!isDrawn && !failed && (
        <div role="status" aria-label={t("state.loading")} className="absolute inset-0 space-y-3 p-[10%]">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-full" />
          <Skeleton className="w-11/12" />
        </div>
      )}
      {failed && (
        <p role="alert" className="absolute inset-0 grid place-items-center p-6 text-sm text-fg-3">
          {t("state.pageFailed")}
        </p>
      )}
      <PageAdditions part={part} runs={runs} pieces={pieces} />
      <PageMarks holder={frame} part={part} runs={runs} items={items} marks={marks} hits={hits} />
      <PagePictureMarks part={part.number} pieces={pieces} />
      <div ref={words} className="pdf-text" lang={document.language ?? undefined} />
      <RecognisedWords part={part} runs={runs} pieces={pieces} lang={document.language ?? undefined} />
    </section>
  );
}
