import { type DragEvent, useState } from "react";

export interface RowDrag {
  isDragged: boolean;
  isOver: boolean;
  /** For the grip. */
  grip: { onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  /** For the row. */
  row: { onDragOver: (event: DragEvent) => void; onDragLeave: () => void; onDrop: (event: DragEvent) => void };
}

/** Drags a row onto another one's place. The arrows of a row do the same by keyboard. */
export function useOrderDrag(ids: readonly string[], onOrder: (next: string[]) => void): (id: string) => RowDrag {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return (id) => ({
    isDragged: dragged === id,
    isOver: dragged !== null && dragged !== id && over === id,
    grip: {
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        setDragged(id);
      },
      onDragEnd: end,
    },
    row: {
      onDragOver: (event) => {
        if (!dragged) return;
        // Without this the browser allows no drop.
        event.preventDefault();
        setOver(id);
      },
      onDragLeave: () => setOver((current) => (current === id ? null : current)),
      onDrop: (event) => {
        event.preventDefault();
        if (dragged && dragged !== id) {
          const place = ids.indexOf(id);
          const next = ids.filter((each) => each !== dragged);
          next.splice(place, 0, dragged);
          onOrder(next);
        }
        end();
      },
    },
  });
}

/** The order with one row a place up or down. */
export function moved(ids: readonly string[], index: number, step: -1 | 1): string[] {
  const next = [...ids];
  const [id] = next.splice(index, 1);
  next.splice(index + step, 0, id!);
  return next;
}
