"use client";

import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { FlowView } from "./flow/flow-view";
import { loadRenderer } from "./pdf/use-pdf";
import { Loading } from "./states";
import type { ViewProps } from "./types";

// Each kind of document loads what it needs and no more.
const loadPdfView = () => import("./pdf/pdf-view").then((module) => ({ default: module.PdfView }));
const PdfView = lazy(loadPdfView);
const SlidesView = lazy(() => import("./slides/slides-view").then((module) => ({ default: module.SlidesView })));
const SheetView = lazy(() => import("./sheets/sheet-view").then((module) => ({ default: module.SheetView })));

/** Fetches what draws a pdf while it is still being asked what the document holds. */
export function preloadPdf(): void {
  Promise.all([loadPdfView(), loadRenderer()]).catch(() => undefined);
}

export function DocumentView(props: ViewProps) {
  const { format, parts } = props.document;
  const isSheet = format === "xlsx" || (format === "csv" && parts[0]?.kind === "sheet");
  return (
    <LazyBoundary fallback={<Loading />}>
      {format === "pdf" ? (
        <PdfView {...props} />
      ) : format === "pptx" ? (
        <SlidesView {...props} />
      ) : isSheet ? (
        <SheetView {...props} />
      ) : (
        <FlowView {...props} />
      )}
    </LazyBoundary>
  );
}
