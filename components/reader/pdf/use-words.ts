import type { PDFPageProxy, TextLayer } from "pdfjs-dist";
import { type RefObject, useEffect, useState } from "react";
import type { PageLayout } from "@/lib/parsing/types";
import { isRunOf } from "../marks";
import type { OpenPdf } from "./use-pdf";

type Run = PageLayout["runs"][number];

/** Lays the words of a page, unseen but selectable, over its picture. Answers the element of each text item. */
export function useWords(holder: RefObject<HTMLElement | null>, open: OpenPdf | null, page: PDFPageProxy | null) {
  const [items, setItems] = useState<readonly HTMLElement[] | null>(null);
  useEffect(() => {
    const box = holder.current;
    if (!box || !open || !page) return;
    let layer: TextLayer | undefined;
    let isOver = false;
    setItems(null);
    page
      .getTextContent()
      .then(async (content) => {
        if (isOver) return;
        box.replaceChildren();
        layer = new open.renderer.TextLayer({
          textContentSource: content,
          container: box,
          viewport: page.getViewport({ scale: 1 }),
        });
        await layer.render();
        if (!isOver) setItems(layer.textDivs);
      })
      // Without its words a page can still be read.
      .catch(() => undefined);
    return () => {
      isOver = true;
      layer?.cancel();
    };
  }, [holder, open, page]);
  return items;
}

/** Tells each item of the words where it stands in the document's text, for selections. */
export function placeItems(items: readonly HTMLElement[], runs: readonly Run[]): void {
  for (const [item, from, to] of runs) {
    const element = items[item];
    // Another reading of the page than ours: its offsets would lie.
    if (!element || !isRunOf(element.textContent ?? "", to - from)) continue;
    element.dataset.from = String(from);
    element.dataset.length = String(to - from);
  }
}
