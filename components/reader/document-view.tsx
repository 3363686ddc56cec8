"use client";

import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { FlowView } from "./flow/flow-view";
import { prepareRenderer } from "./pdf/use-pdf";
import { Loading } from "./states";
import type { ViewProps } from "./types";

// Each kind of document loads what it needs and no more.
const PdfView = loadedPart(async () => (await import("./pdf/pdf-view")).PdfView);
const SlidesView = loadedPart(async () => (await import("./slides/slides-view")).SlidesView);
const SheetView = loadedPart(async () => (await import("./sheets/sheet-view")).SheetView);

/** Fetches what draws a pdf before it is known what the document holds, or before it is asked for. */
export function preloadPdf(): void {
  PdfView.preload();
  prepareRenderer();
}

export function DocumentView(props: ViewProps) {
  const { format, parts } = props.document;
  const isSheet = format === "xlsx" || (format === "csv" && parts[0]?.kind === "sheet");
  return (
    <LazyBoundary fallback={<Loading />}>
      {format === "pdf" ? (
        <PdfView {...props} fallback={<Loading />} />
      ) : format === "pptx" ? (
        <SlidesView {...props} fallback={<Loading />} />
      ) : isSheet ? (
        <SheetView {...props} fallback={<Loading />} />
      ) : (
        <FlowView {...props} />
      )}
    </LazyBoundary>
  );
}
