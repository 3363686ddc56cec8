"use client";

import { useTranslations } from "next-intl";
import { HoverCard } from "radix-ui";
import { useContext } from "react";
import { cn } from "@/components/ui/cn";
import { MarkedTextContext, SourceSelectionContext } from "./context";
import { PassageCard } from "./passage-card";
import { usePlace } from "./place";

/** The number of a source in the text: its passage on hover or focus, a click opens it in the reader (design 7.6). */
export function CitationMark({ id }: { id: number }) {
  const t = useTranslations("chat.sources");
  const place = usePlace();
  const marked = useContext(MarkedTextContext);
  const selection = useContext(SourceSelectionContext);
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
    <HoverCard.Root openDelay={150} closeDelay={120}>
      <HoverCard.Trigger asChild>
        <button
          type="button"
          aria-label={isDoubtful ? `${label}, ${t("unsupported")}` : label}
          aria-pressed={isActive}
          data-mark={id}
          onClick={() => selection?.open(marked.owner, marked.citations, id)}
          className={cn(
            "citation-mark tnum font-semibold text-evidence-ink transition-colors duration-(--dur-fast)",
            isActive ? "bg-evidence-strong" : isDoubtful ? "bg-transparent hover:bg-evidence" : "bg-evidence",
            isDoubtful ? "outline-dashed" : "hover:bg-evidence-strong",
          )}
        >
          {number}
        </button>
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          sideOffset={6}
          collisionPadding={8}
          className="pop z-(--z-popover) w-85 max-w-[calc(100vw-16px)] rounded-md border bg-popover shadow-lg"
        >
          <PassageCard citation={citation} />
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}
