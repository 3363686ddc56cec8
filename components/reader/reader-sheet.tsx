"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { type PointerEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useReturnFocus } from "@/components/ui/return-focus";
import { ReaderPanel } from "./reader-panel";
import type { ReaderProps, ReaderSteps } from "./types";

/** Share of the screen the sheet takes (design 12). */
const USUAL = 0.7;
const FULL = 1;
/** Dragged below this it is closed. */
const CLOSE_BELOW = 0.4;

/** The reader on a phone: a sheet from below, dragged to full height or away, with the way through the sources at its foot. */
export function ReaderSheet(props: ReaderProps & { onClose: () => void }) {
  const { citations, activeId, onActiveChange, onClose } = props;
  const t = useTranslations("reader");
  const focus = useReturnFocus();
  const [share, setShare] = useState(USUAL);
  const drag = useRef<{ y: number; share: number } | null>(null);
  const at = citations.findIndex(({ id }) => id === activeId);
  const way: ReaderSteps = props.steps ?? {
    at: at + 1,
    total: citations.length,
    onStep: (step) => onActiveChange(citations[at + step]!.id),
  };

  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { y: event.clientY, share };
  };
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const moved = (drag.current.y - event.clientY) / window.innerHeight;
    setShare(Math.min(FULL, Math.max(0.2, drag.current.share + moved)));
  };
  const end = () => {
    if (!drag.current) return;
    drag.current = null;
    if (share < CLOSE_BELOW) onClose();
    else setShare(share > (USUAL + FULL) / 2 ? FULL : USUAL);
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade fixed inset-0 z-(--z-drawer) bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          // In the search's field it closes the search; the sheet would hear of it first.
          onEscapeKeyDown={(event) => (event.target as Element).closest("[data-own-escape]") && event.preventDefault()}
          className="rise fixed inset-x-0 bottom-0 z-(--z-drawer) flex flex-col overflow-hidden rounded-t-xl border-t bg-popover shadow-lg outline-none"
          style={{ height: `${share * 100}dvh` }}
        >
          {focus.mark}
          <Dialog.Title className="sr-only">{t("title")}</Dialog.Title>
          <button
            type="button"
            aria-label={share === FULL ? t("sheet.smaller") : t("sheet.larger")}
            onPointerDown={begin}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
            onKeyDown={({ key }) => {
              if (key === "ArrowUp" || key === "Enter") setShare(FULL);
              if (key === "ArrowDown") setShare(USUAL);
            }}
            className="grid h-6 w-full shrink-0 touch-none place-items-center"
          >
            <span className="h-1 w-9 rounded-full bg-border-strong" />
          </button>
          <div className="min-h-0 flex-1">
            <ReaderPanel {...props} />
          </div>
          {way.total > 1 && (
            <div className="flex shrink-0 items-center gap-2 border-t px-4 pt-2.5 pb-[calc(12px+env(safe-area-inset-bottom))]">
              <Button
                size="lg"
                icon={ChevronUp}
                className="flex-1"
                disabled={way.at <= 1}
                onClick={() => way.onStep(-1)}
              >
                {t("citation.previous")}
              </Button>
              <span className="tnum w-14 text-center text-sm text-fg-3">
                {t("citation.count", { at: way.at, total: way.total })}
              </span>
              <Button
                size="lg"
                icon={ChevronDown}
                className="flex-1"
                disabled={way.at >= way.total}
                onClick={() => way.onStep(1)}
              >
                {t("citation.next")}
              </Button>
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
