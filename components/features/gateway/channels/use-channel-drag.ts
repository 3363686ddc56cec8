"use client";

import { type DragEvent, useState } from "react";
import { joinLevel, type Levels, splitLevel } from "@/lib/features/gateway/levels";

export interface GapDrag {
  isDragging: boolean;
  isOver: boolean;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: () => void;
  onDrop: (event: DragEvent) => void;
}

export interface ChannelDrag extends Omit<GapDrag, "isDragging"> {
  isDragged: boolean;
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
}

/** Drags channels: onto another one to share its level, between two levels for a level of its own. Buttons do the same. */
export function useChannelDrag(levels: Levels, onOrder: (next: Levels) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const target = (place: string, drop: (id: string) => Levels) => ({
    isOver: dragged !== null && over === place,
    onDragOver: (event: DragEvent) => {
      if (!dragged) return;
      // Without this the browser allows no drop.
      event.preventDefault();
      setOver(place);
    },
    onDragLeave: () => setOver((current) => (current === place ? null : current)),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged) onOrder(drop(dragged));
      setDragged(null);
      setOver(null);
    },
  });
  return {
    gap: (index: number): GapDrag => ({
      isDragging: dragged !== null,
      ...target(`gap-${index}`, (id) => splitLevel(levels, id, index)),
    }),
    channel: (id: string): ChannelDrag => ({
      isDragged: dragged === id,
      ...target(id, (moved) => joinLevel(levels, moved, id)),
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        setDragged(id);
      },
      onDragEnd: () => {
        setDragged(null);
        setOver(null);
      },
    }),
  };
}
