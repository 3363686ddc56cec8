"use client";

import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { createContext, type ReactNode, useContext, useState } from "react";
import { cn } from "@/components/ui/cn";
import { TreeRow, type TreeRowProps } from "./tree-row";

/** Before or after an entry, among its siblings, or into it. */
export type DropPlace = "before" | "into" | "after";

interface Aim {
  draggedId: string;
  overId: string | null;
  place: DropPlace;
}
const AimContext = createContext<Aim | null>(null);

interface TreeDragProps {
  /** Whether the dragged entry may go there; a place it may not go to shows nothing. */
  canDrop: (draggedId: string, overId: string, place: DropPlace) => boolean;
  onDrop: (draggedId: string, overId: string, place: DropPlace) => void;
  nameOf: (id: string) => string;
  children: ReactNode;
}

/** Around a tree whose rows are `DraggableTreeRow`. Commands and keys do the same for those who do not drag. */
export function TreeDrag({ canDrop, onDrop, nameOf, children }: TreeDragProps) {
  // A short way first: a click stays a click. A finger scrolls, and moves by the commands of the line.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const [aim, setAim] = useState<Aim | null>(null);
  const handleMove = ({ active, over, activatorEvent, delta }: DragMoveEvent) => {
    const draggedId = String(active.id);
    const overId = over ? String(over.id) : null;
    const y = (activatorEvent as MouseEvent).clientY + delta.y;
    const share = over ? (y - over.rect.top) / over.rect.height : 0;
    const wanted: DropPlace = share < 0.3 ? "before" : share > 0.7 ? "after" : "into";
    const allowed = overId !== null && overId !== draggedId && canDrop(draggedId, overId, wanted);
    setAim({ draggedId, overId: allowed ? overId : null, place: wanted });
  };
  const handleEnd = () => {
    if (aim?.overId) onDrop(aim.draggedId, aim.overId, aim.place);
    setAim(null);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      onDragStart={({ active }) => setAim({ draggedId: String(active.id), overId: null, place: "into" })}
      onDragMove={handleMove}
      onDragOver={handleMove}
      onDragEnd={handleEnd}
      onDragCancel={() => setAim(null)}
    >
      <AimContext value={aim}>{children}</AimContext>
      <DragOverlay dropAnimation={null}>
        {aim && (
          <div className="w-fit max-w-72 truncate rounded-sm border bg-popover px-3 py-1.5 text-sm shadow-lg">
            {nameOf(aim.draggedId)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

const underPointer: CollisionDetection = (args) => pointerWithin(args);

/** A line that can be dragged and dropped on; the keyboard has commands of its own for that. */
export function DraggableTreeRow(props: TreeRowProps) {
  const { id } = props.line.node;
  const aim = useContext(AimContext);
  const drag = useDraggable({ id });
  const drop = useDroppable({ id });
  const isTarget = aim?.overId === id;
  return (
    <TreeRow
      {...props}
      flat
      rowRef={(element) => {
        drag.setNodeRef(element);
        drop.setNodeRef(element);
      }}
      extra={{ onMouseDown: drag.listeners?.onMouseDown as never }}
      className={cn(
        drag.isDragging && "opacity-50",
        isTarget && aim.place === "into" && "bg-primary-soft ring-2 ring-ring ring-inset",
        isTarget &&
          aim.place === "before" &&
          "before:absolute before:inset-x-1 before:top-0 before:h-0.5 before:bg-primary",
        isTarget &&
          aim.place === "after" &&
          "after:absolute after:inset-x-1 after:bottom-0 after:h-0.5 after:bg-primary",
      )}
    />
  );
}
