"use client";

import { useTranslations } from "next-intl";
import { useContext, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { MarkedTextContext, SourceSelectionContext } from "./context";
import { UNCITED_MARK } from "./mark-text";
import { PassageCard } from "./passage-card";
import { usePlace } from "./place";
import { UncitedMark } from "./uncited-mark";

/** Pointing this long shows the passage; leaving this long hides it, so that it can be reached. Milliseconds. */
const SHOW_MS = 150;
const HIDE_MS = 120;

/** What stands behind a sentence: the number of its source, or that it has none. */
export function CitationMark({ id }: { id: number }) {
  return id === UNCITED_MARK ? <UncitedMark /> : <SourceMark id={id} />;
}

/** The number of a source in the text: its passage on hover or focus, a click opens it in the reader (design 7.6). */
function SourceMark({ id }: { id: number }) {
  const t = useTranslations("chat.sources");
  const place = usePlace();
  const marked = useContext(MarkedTextContext);
  const selection = useContext(SourceSelectionContext);
  const cardId = useId();
  const card = useCard();
  const citation = marked?.citations.find((each) => each.id === id);
  if (!marked || (!citation && marked.isRunning)) return null;
  if (!citation || marked.gone.has(id)) {
    return (
      <span className="citation-mark bg-muted text-fg-3" data-tooltip={t("removed")}>
        {citation ? citation.number : "–"}
        <span className="sr-only"> {t("removed")}</span>
      </span>
    );
  }
  const { number, fileName, supported } = citation;
  const isActive = selection?.active?.owner === marked.owner && selection.active.id === id;
  const isDoubtful = supported === false;
  const label = t("mark", { number, file: fileName, place: place(citation.place) });
  return (
    <Popover open={card.isOpen} onOpenChange={card.set}>
      <PopoverAnchor asChild>
        <button
          type="button"
          aria-label={isDoubtful ? `${label}, ${t("unsupported")}` : label}
          aria-describedby={card.isOpen ? cardId : undefined}
          aria-pressed={isActive}
          data-mark={id}
          // A finger opens the reader; it has nothing to point with.
          onPointerEnter={({ pointerType }) => pointerType !== "touch" && card.plan(true, SHOW_MS)}
          onPointerLeave={() => card.plan(false, HIDE_MS)}
          onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && card.set(true)}
          onBlur={() => card.plan(false, HIDE_MS)}
          onClick={() => {
            card.set(false);
            selection?.open(marked.owner, marked.citations, id);
          }}
          className={cn(
            "citation-mark tnum font-semibold text-evidence-ink transition-colors duration-(--dur-fast)",
            isActive ? "bg-evidence-strong" : isDoubtful ? "bg-transparent hover:bg-evidence" : "bg-evidence",
            isDoubtful ? "is-doubtful" : "hover:bg-evidence-strong",
          )}
        >
          {number}
        </button>
      </PopoverAnchor>
      <PopoverContent
        id={cardId}
        role="tooltip"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onPointerEnter={() => card.plan(true, 0)}
        onPointerLeave={() => card.plan(false, HIDE_MS)}
        className="w-85 max-w-[calc(100vw-16px)] whitespace-normal"
      >
        <PassageCard citation={citation} isUnchecked={marked.unchecked.has(id)} />
      </PopoverContent>
    </Popover>
  );
}

/** Whether the card is shown, now or a moment later. */
function useCard() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (open: boolean) => {
    clearTimeout(timer.current);
    setIsOpen(open);
  };
  const plan = (open: boolean, milliseconds: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(open), milliseconds);
  };
  return { isOpen, set, plan };
}
