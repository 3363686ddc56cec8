"use client";

import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { MenuDto } from "@/lib/features/menus/dto";
import { useMenuActions } from "@/lib/features/menus/hooks";
import { MenuRow } from "./menu-row";

interface MenuTreeProps {
  items: readonly MenuDto[];
  half: MenuDto["half"];
  keyword: string;
  onEdit: (id: string) => void;
}

/** The groups of one half with their entries, in the order people see; dragged, or moved by buttons and keys. */
export function MenuTree({ items, half, keyword, onEdit }: MenuTreeProps) {
  const t = useTranslations("menus");
  const router = useRouter();
  const isEnglish = useLocale().startsWith("en");
  const { move } = useMenuActions(() => router.refresh());
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<MenuDto | null>(null);
  const sensors = useSensors(
    // A press that does not move is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const word = keyword.trim().toLowerCase();
  const fits = (item: MenuDto) =>
    [item.nameZh, item.nameEn, item.path ?? "", item.permission ?? ""].some((text) =>
      text.toLowerCase().includes(word),
    );
  const groups = items.filter((item) => item.type === "group" && item.half === half);
  const childrenOf = (id: string) => items.filter((item) => item.parentId === id);
  const nameOf = (item: MenuDto | undefined) => (isEnglish ? item?.nameEn : item?.nameZh) ?? "";
  const byId = (id: unknown) => items.find((item) => item.id === id);
  const neighboursOf = (item: MenuDto) => (item.type === "group" ? groups : childrenOf(item.parentId ?? ""));
  const placeOf = (item: MenuDto | undefined) => (item ? neighboursOf(item).indexOf(item) + 1 : 0);

  const handleMove = (item: MenuDto, parentId: string | null, index: number) => {
    move.mutate({ id: item.id, parentId, index });
    setSaid(t("moved", { name: nameOf(item), place: index + 1 }));
  };
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const [item, target] = [byId(active.id), byId(over?.id)];
    if (!item || !target || item === target) return;
    if (item.type === "group") {
      handleMove(item, null, groups.indexOf(target));
    } else if (target.type === "group") {
      // An empty group.
      handleMove(item, target.id, 0);
    } else {
      handleMove(item, target.parentId, childrenOf(target.parentId ?? "").indexOf(target));
    }
  };
  const shown = groups
    .map((group) => ({ group, entries: childrenOf(group.id).filter((item) => !word || fits(item) || fits(group)) }))
    .filter(({ group, entries }) => !word || entries.length > 0 || fits(group));
  if (shown.length === 0) return <p className="p-10 text-center text-base text-fg-3">{t("none")}</p>;
  const takes = (item: MenuDto) => {
    if (!dragged || dragged.type === "group") return item.type === "group" || !dragged;
    return item.type !== "group" || childrenOf(item.id).length === 0;
  };
  const row = (item: MenuDto, neighbours: readonly MenuDto[], children?: ReactNode) => {
    const index = neighbours.indexOf(item);
    return (
      <MenuRow
        key={item.id}
        item={item}
        groups={groups}
        // A list with gaps has no places to drop between.
        canDrag={!word}
        canDrop={takes(item)}
        isFirst={index <= 0}
        isLast={index === neighbours.length - 1}
        onStep={(step) => handleMove(item, item.parentId, index + step)}
        onGroup={(group) => handleMove(item, group.id, childrenOf(group.id).length)}
        onEdit={() => onEdit(item.id)}
      >
        {children}
      </MenuRow>
    );
  };
  return (
    <section
      aria-label={t("tree")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto p-4 -outline-offset-2 md:p-5"
    >
      <DndContext
        id="menus"
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragStart={({ active }) => setDragged(byId(active.id) ?? null)}
        onDragCancel={() => setDragged(null)}
        onDragEnd={handleDragEnd}
        accessibility={{
          screenReaderInstructions: { draggable: t("dragHelp") },
          announcements: {
            onDragStart: ({ active }) => t("picked", { name: nameOf(byId(active.id)) }),
            onDragOver: ({ active, over }) =>
              over ? t("over", { name: nameOf(byId(active.id)), place: placeOf(byId(over.id)) }) : undefined,
            onDragEnd: ({ active, over }) =>
              t("dropped", { name: nameOf(byId(active.id)), place: placeOf(byId(over?.id ?? active.id)) }),
            onDragCancel: ({ active }) => t("cancelled", { name: nameOf(byId(active.id)) }),
          },
        }}
      >
        <SortableContext items={groups.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ul className="mx-auto max-w-240 space-y-3">
            {shown.map(({ group, entries }) => (
              <li key={group.id} className="overflow-hidden rounded-md border">
                {row(
                  group,
                  groups,
                  <SortableContext items={entries.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
                    <ul className="divide-y border-t bg-background">
                      {entries.map((item) => (
                        <li key={item.id}>{row(item, childrenOf(group.id))}</li>
                      ))}
                      {entries.length === 0 && <li className="px-4 py-3 text-fg-3 text-sm">{t("empty")}</li>}
                    </ul>
                  </SortableContext>,
                )}
              </li>
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
