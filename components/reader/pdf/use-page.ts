import type { PDFPageProxy, RenderTask } from "pdfjs-dist";
import { type RefObject, useEffect, useState } from "react";
import type { OpenPdf } from "./use-pdf";

/** Pixels of a canvas at most: a page at 400 % on a sharp screen would take more memory than a phone has. */
const PIXELS_MAX = 16_000_000;

/** A page of the open pdf; null while it is fetched. */
export function usePage(open: OpenPdf | null, number: number) {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    setPage(null);
    setFailed(false);
    open?.pdf.getPage(number).then(
      (loaded) => !isOver && setPage(loaded),
      () => !isOver && setFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, [open, number]);
  return { page, failed };
}

/** Draws a page into the holder at a width; the old picture stays until the new one is whole. */
export function usePicture(holder: RefObject<HTMLElement | null>, page: PDFPageProxy | null, width: number) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const box = holder.current;
    if (!box || !page || width < 1) return;
    let task: RenderTask | undefined;
    let isOver = false;
    const usual = page.getViewport({ scale: 1 });
    const scale = width / usual.width;
    const wanted = scale * (window.devicePixelRatio || 1);
    const sharp = Math.min(wanted, Math.sqrt(PIXELS_MAX / (usual.width * usual.height)));
    const viewport = page.getViewport({ scale: sharp });
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    canvas.className = "absolute inset-0 size-full";
    canvas.ariaHidden = "true";
    // Zooming quickly draws once.
    const timer = setTimeout(
      () => {
        task = page.render({ canvas, viewport });
        task.promise.then(
          () => {
            if (isOver) return;
            box.replaceChildren(canvas);
            setDrawn(true);
          },
          () => undefined,
        );
      },
      box.childElementCount > 0 ? 120 : 0,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      task?.cancel();
    };
  }, [holder, page, width]);
  return isDrawn;
}
