"use client";

import { closestCenter, DndContext, type DragEndEvent, MouseSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, PinOff } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { cn } from "@/components/ui/cn";
import type { ShortcutDto } from "@/lib/features/knowledge/dto";
import { useShortcutActions } from "@/lib/features/knowledge/hooks";
import { managementHref } from "@/lib/features/knowledge/paths";
import { BaseIcon } from "./base-icon";
import { useBaseHref } from "./use-base-href";

interface ShortcutListProps {
  items: readonly ShortcutDto[];
  /** Id of the base in view. */
  current: string | null;
}

/** Bases at hand in a person's own order: dragged with the mouse, moved by commands with keys and fingers. */
export function ShortcutList({ items, current }: ShortcutListProps) {
  const t = useTranslations("knowledge.shortcuts");
  const { order, remove } = useShortcutActions();
  const [said, setSaid] = useState("");
  // A press that does not move is a click; a finger scrolls.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || !items[to] || from === to) return;
    order(arrayMove([...items], from, to));
    setSaid(t("moved", { name: item.name, place: to + 1 }));
  };
  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const handleDragEnd = ({ active, over }: DragEndEvent) => move(indexOf(active.id), indexOf(over?.id));
  return (
    <>
      <DndContext id="shortcuts" sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleDragEnd}>
        <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ul className="space-y-0.5">
            {items.map((item, index) => (
              <ShortcutRow
                key={item.id}
                item={item}
                isCurrent={item.id === current}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onStep={(step) => move(index, index + step)}
                onRemove={() => void remove(item.id)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface ShortcutRowProps {
  item: ShortcutDto;
  isCurrent: boolean;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: -1 | 1) => void;
  onRemove: () => void;
}

function ShortcutRow({ item, isCurrent, isFirst, isLast, onStep, onRemove }: ShortcutRowProps) {
  const t = useTranslations("knowledge.shortcuts");
  const href = useBaseHref()(item) ?? managementHref;
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: item.id });
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
      className={cn("group relative flex items-center", isDragging && "z-(--z-sticky) opacity-80")}
    >
      <Link
        href={href}
        prefetch={false}
        draggable={false}
        aria-current={isCurrent ? "page" : undefined}
        className={cn(
          "flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-sm transition-colors duration-(--dur-fast) pointer-coarse:h-11",
          isCurrent
            ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
            : "text-fg-2 hover:bg-muted",
        )}
      >
        <BaseIcon icon={item.icon} id={item.id} size={20} />
        <span className="min-w-0 flex-1 truncate">{item.name}</span>
      </Link>
      <span className="absolute right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
        <MoreMenu
          label={t("more", { name: item.name })}
          commands={[
            ...(isFirst ? [] : [{ key: "up", label: t("up"), icon: ArrowUp, onSelect: () => onStep(-1) }]),
            ...(isLast ? [] : [{ key: "down", label: t("down"), icon: ArrowDown, onSelect: () => onStep(1) }]),
            { key: "remove", label: t("remove"), icon: PinOff, onSelect: onRemove },
          ]}
        />
      </span>
    </li>
  );
}
