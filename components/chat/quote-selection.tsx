"use client";

import { Quote } from "lucide-react";
import { useTranslations } from "next-intl";
import { use, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { AnswerDoorsContext } from "./answer-doors";
import { quotable } from "./quote-text";

interface Selected {
  words: string;
  top: number;
  left: number;
}

/** Half the button's width and the room it needs above the words, pixels. */
const HALF = 60;
const ABOVE = 40;
/** A selection that has not changed for so long is meant, milliseconds. */
const SETTLED_MS = 400;

/** A button over words that were selected in an answer: it takes them into the next question. */
export function QuoteSelection() {
  const t = useTranslations("chat.answer");
  const doors = use(AnswerDoorsContext);
  const [selected, setSelected] = useState<Selected | null>(null);
  const isOffered = doors?.onQuote !== undefined;

  // The document's selection: it is read when the pointer or the keys have finished it.
  useEffect(() => {
    if (!isOffered) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => setSelected(selectedInAnswer());
    // On touch a selection grows by its handles, and no pointer is lifted.
    const follow = () => {
      clearTimeout(timer);
      if (window.getSelection()?.isCollapsed ?? true) setSelected(null);
      else timer = setTimeout(read, SETTLED_MS);
    };
    const hide = () => setSelected(null);
    document.addEventListener("pointerup", read);
    document.addEventListener("keyup", read);
    document.addEventListener("selectionchange", follow);
    window.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerup", read);
      document.removeEventListener("keyup", read);
      document.removeEventListener("selectionchange", follow);
      window.removeEventListener("scroll", hide, { capture: true });
    };
  }, [isOffered]);

  if (!selected) return null;
  return createPortal(
    <button
      type="button"
      style={{ top: selected.top, left: selected.left }}
      // The selection stays while the button is pressed.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        doors?.onQuote?.(selected.words);
        window.getSelection()?.removeAllRanges();
        setSelected(null);
      }}
      className="pop fixed z-(--z-popover) inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-md border bg-popover px-3 text-sm text-fg shadow-lg hover:bg-muted pointer-coarse:h-11"
    >
      <Quote aria-hidden size={14} className="text-fg-3" />
      {t("quote")}
    </button>,
    document.body,
  );
}

/** Words selected inside the text of one answer, and where the button goes. */
function selectedInAnswer(): Selected | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const common = range.commonAncestorContainer;
  const element = common instanceof Element ? common : common.parentElement;
  if (!element?.closest("[data-message] .prose")) return null;
  const words = quotable(selection.toString());
  if (!words) return null;
  const { top, bottom, left, right } = range.getBoundingClientRect();
  const middle = Math.min(Math.max((left + right) / 2, HALF), window.innerWidth - HALF);
  return { words, top: top > ABOVE ? top - ABOVE : bottom + 8, left: middle };
}
