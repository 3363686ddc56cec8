"use client";

import { closestCenter, DndContext, type DragEndEvent, MouseSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { NoResult } from "@/components/common/no-result";
import { PanelState } from "@/components/common/query-state";
import { CenterShell } from "@/components/features/knowledge/center-shell";
import { reportFailure } from "@/lib/client/report-failure";
import { recommendedHref } from "@/lib/features/knowledge/paths";
import type { RecommendedDto } from "@/lib/features/knowledge-operations/recommended-dto";
import { recommendedListQuery, useRecommendedActions } from "@/lib/features/knowledge-operations/recommended-hooks";
import { RecommendedDrawer } from "./recommended-drawer";
import { RecommendedRow } from "./recommended-row";
import { ShownField } from "./shown-field";

/** Questions people are offered where conversations with bases begin: written, or proposed from use (spec H6). */
export function RecommendedScreen() {
  const t = useTranslations("knowledge-operations-gaps.recommended");
  const query = useQuery(recommendedListQuery);
  const [keyword, setKeyword] = useState("");
  const [opened, setOpened] = useState<RecommendedDto | "new" | null>(null);
  const { data } = query;
  const word = keyword.trim().toLowerCase();
  const all = data?.items ?? [];
  const items = word
    ? all.filter(({ content, base }) => `${content}\n${base?.name ?? ""}`.toLowerCase().includes(word))
    : all;
  return (
    <CenterShell tab={recommendedHref} actions={<CreateButton label={t("create")} onCreate={() => setOpened("new")} />}>
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={data && <ShownField shown={data.shown} />}
      />
      <PanelState query={query} />
      {data && all.length === 0 && (
        <EmptyState
          title={t("empty")}
          description={t("emptyText")}
          action={<CreateButton label={t("create")} onCreate={() => setOpened("new")} />}
        />
      )}
      {all.length > 0 && items.length === 0 && (
        <NoResult text={t("noResult")} clear={t("clear")} onClear={() => setKeyword("")} />
      )}
      {items.length > 0 && <Rows items={items} isWhole={items.length === all.length} onOpen={setOpened} />}
      {opened && <RecommendedDrawer question={opened === "new" ? null : opened} onClose={() => setOpened(null)} />}
    </CenterShell>
  );
}

interface RowsProps {
  items: readonly RecommendedDto[];
  /** Only all of them have an order among themselves. */
  isWhole: boolean;
  onOpen: (question: RecommendedDto) => void;
}

/** The list in its order: dragged with the mouse, moved by commands with keys and fingers. */
function Rows({ items, isWhole, onOpen }: RowsProps) {
  const t = useTranslations("knowledge-operations-gaps.recommended");
  const { order } = useRecommendedActions();
  const [said, setSaid] = useState("");
  // A press that does not move is a click; a finger scrolls.
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }));
  const move = (from: number, to: number) => {
    const [item, other] = [items[from], items[to]];
    // Pinned ones stay on top, whatever their places.
    if (!isWhole || !item || !other || from === to || item.isSticky !== other.isSticky) return;
    void order.mutateAsync(arrayMove([...items], from, to)).catch(reportFailure);
    setSaid(t("moved", { content: item.content, place: to + 1 }));
  };
  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const handleDragEnd = ({ active, over }: DragEndEvent) => move(indexOf(active.id), indexOf(over?.id));
  const maySwap = (from: number, to: number) => isWhole && items[to]?.isSticky === items[from]?.isSticky;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <p className="px-5 pt-3 text-fg-3 text-sm max-md:px-4">{t("text")}</p>
      <DndContext id="recommended" sensors={sensors} collisionDetection={closestCenter} onDragEnd={handleDragEnd}>
        <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy} disabled={!isWhole}>
          <ol aria-label={t("title")} className="px-5 py-2 max-md:px-4">
            {items.map((item, index) => (
              <RecommendedRow
                key={item.id}
                question={item}
                onOpen={() => onOpen(item)}
                onUp={maySwap(index, index - 1) ? () => move(index, index - 1) : undefined}
                onDown={maySwap(index, index + 1) ? () => move(index, index + 1) : undefined}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
