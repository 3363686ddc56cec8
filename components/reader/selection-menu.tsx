"use client";

import { Copy, Languages, Lightbulb, MessageCircleQuestion, Quote, Scissors, TextSelect } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { toast } from "@/lib/client/toast";
import { selectedRange } from "./offsets";
import type { ReaderAction } from "./types";

export interface SelectedPlace {
  from: number;
  to: number;
  /** As the browser has it; the document's own text is read by its place. */
  text: string;
}

interface SelectionMenuProps {
  /** The reader: selections elsewhere are not ours. */
  root: RefObject<HTMLElement | null>;
  onAct: (action: SelectionAction, place: SelectedPlace) => void;
  /** What can be done with the words; questions about them where it is not said. */
  actions?: readonly SelectionAction[];
}

type SelectionAction = ReaderAction | "slice" | "answer";

const ICONS = {
  ask: MessageCircleQuestion,
  explain: Lightbulb,
  translate: Languages,
  quote: Quote,
  slice: Scissors,
  answer: TextSelect,
};
const QUESTIONS = ["ask", "explain", "translate", "quote"] as const;

/**
 * What can be done with selected words (spec D10). It never takes the focus by itself; the context menu key or Shift+F10
 * leads into it, arrows walk it, Escape closes it.
 */
export function SelectionMenu({ root, onAct, actions = QUESTIONS }: SelectionMenuProps) {
  const t = useTranslations("reader.selection");
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<(SelectedPlace & { area: DOMRect }) | null>(null);

  useEffect(() => {
    let handle = 0;
    const look = () => {
      cancelAnimationFrame(handle);
      handle = requestAnimationFrame(() => setPlace(placeOf(root.current)));
    };
    // While the pointer is down the words still change.
    let isDown = false;
    const down = (event: Event) => {
      if (menu.current?.contains(event.target as Node)) return;
      isDown = true;
      setPlace(null);
    };
    const up = () => {
      isDown = false;
      look();
    };
    const changed = () => {
      if (!isDown && !menu.current?.contains(document.activeElement)) look();
    };
    const key = (event: globalThis.KeyboardEvent) => {
      const isMenuKey = event.key === "ContextMenu" || (event.shiftKey && event.key === "F10");
      if (!isMenuKey || !menu.current) return;
      event.preventDefault();
      menu.current.querySelector("button")?.focus();
    };
    const moved = () => {
      if (!menu.current?.contains(document.activeElement)) look();
    };
    document.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    document.addEventListener("selectionchange", changed);
    document.addEventListener("keydown", key);
    window.addEventListener("scroll", moved, true);
    return () => {
      cancelAnimationFrame(handle);
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("selectionchange", changed);
      document.removeEventListener("keydown", key);
      window.removeEventListener("scroll", moved, true);
    };
  }, [root]);

  useLayoutEffect(() => {
    const box = menu.current;
    if (!box || !place) return;
    const { width, height } = box.getBoundingClientRect();
    const { area } = place;
    const left = Math.min(window.innerWidth - width - 8, Math.max(8, area.left + area.width / 2 - width / 2));
    const above = area.top - height - 8;
    box.style.left = `${left}px`;
    box.style.top = `${above >= 8 ? above : Math.min(window.innerHeight - height - 8, area.bottom + 8)}px`;
    box.style.visibility = "visible";
  }, [place]);

  if (!place) return null;

  const close = () => {
    setPlace(null);
    window.getSelection()?.removeAllRanges();
  };
  const copy = () => {
    navigator.clipboard.writeText(place.text).then(
      () => toast.success({ key: "copied" }),
      () => toast.error({ key: "copyFailed" }),
    );
    close();
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      root.current?.querySelector<HTMLElement>("[data-reader-frame]")?.focus();
      close();
    }
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = event.key === "ArrowRight" ? 1 : -1;
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return createPortal(
    <div
      ref={menu}
      role="toolbar"
      aria-label={t("label")}
      tabIndex={-1}
      onKeyDown={handleKey}
      style={{ visibility: "hidden" }}
      className="pop pointer-events-auto fixed z-(--z-popover) flex max-w-[calc(100vw-16px)] overflow-x-auto rounded-md border bg-popover p-1 shadow-lg"
    >
      {actions.map((action) => {
        const Icon = ICONS[action];
        return (
          <button
            key={action}
            type="button"
            onClick={() => {
              const { area: _, ...selected } = place;
              close();
              onAct(action, selected);
            }}
            className="flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2 text-sm text-fg-2 hover:bg-muted hover:text-fg pointer-coarse:h-11"
          >
            <Icon aria-hidden size={15} strokeWidth={1.75} />
            {t(action)}
          </button>
        );
      })}
      <button
        type="button"
        aria-label={t("copy")}
        data-tooltip={t("copy")}
        onClick={copy}
        className="grid size-7 shrink-0 place-items-center rounded-sm text-fg-3 hover:bg-muted hover:text-fg pointer-coarse:size-11"
      >
        <Copy aria-hidden size={15} strokeWidth={1.75} />
      </button>
    </div>,
    // Inside a sheet everything outside of it is inert.
    root.current?.closest<HTMLElement>("[role=dialog]") ?? document.body,
  );
}

/** What is selected inside the reader, or null. */
function placeOf(root: HTMLElement | null): (SelectedPlace & { area: DOMRect }) | null {
  const selection = window.getSelection();
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const frame = root.querySelector("[data-reader-frame]");
  if (!frame?.contains(range.commonAncestorContainer)) return null;
  const found = selectedRange(frame, range);
  if (!found) return null;
  return { ...found, text: selection.toString(), area: range.getBoundingClientRect() };
}
