"use client";

import { type KeyboardEvent, useCallback } from "react";
import type { GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";

interface GapKeys {
  find: (id: string) => GapCardDto | undefined;
  onAssign: (gap: GapCardDto) => void;
  onFix: (gap: GapCardDto) => void;
  onStep: (step: -1 | 1) => void;
  onClose: () => void;
}

const titlesIn = (root: Element) => [...root.querySelectorAll<HTMLElement>("[data-gap]")];

/** The card in a direction: above and below in its column, or the one of the same place in the nearest column that has cards. */
function neighbour(board: Element, from: HTMLElement, key: string): HTMLElement | undefined {
  const columns = [...board.querySelectorAll("[data-column]")].map(titlesIn);
  const column = columns.findIndex((cards) => cards.includes(from));
  if (column < 0) return undefined;
  const place = columns[column]!.indexOf(from);
  if (key === "ArrowDown") return columns[column]![place + 1];
  if (key === "ArrowUp") return columns[column]![place - 1];
  const step = key === "ArrowRight" ? 1 : -1;
  for (let at = column + step; at >= 0 && at < columns.length; at += step) {
    const cards = columns[at]!;
    if (cards.length > 0) return cards[Math.min(place, cards.length - 1)];
  }
  return undefined;
}

/** Keys of the board: arrows go over cards, Enter opens the one in focus, A assigns, F marks as fixed, Alt with arrows steps, Escape closes. */
export function useGapKeys({ find, onAssign, onFix, onStep, onClose }: GapKeys) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      const isTyping = target.closest("input, textarea, select, [role=menu], [role=dialog]") !== null;
      if (isTyping || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
      if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        onStep(event.key === "ArrowUp" ? -1 : 1);
        return;
      }
      if (event.key === "Escape") onClose();
      const card = target.closest<HTMLElement>("[data-gap]");
      if (event.altKey || !card) return;
      if (event.key.startsWith("Arrow")) {
        const next = neighbour(event.currentTarget, card, event.key);
        if (!next) return;
        event.preventDefault();
        next.focus();
        next.scrollIntoView({ block: "nearest", inline: "nearest" });
        return;
      }
      const gap = find(card.dataset.gap ?? "");
      if (!gap) return;
      if (event.key.toLowerCase() === "a") onAssign(gap);
      if (event.key.toLowerCase() === "f") onFix(gap);
    },
    [find, onAssign, onFix, onStep, onClose],
  );
}
