"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import type { NodeType } from "@/lib/features/apps/workflow/graph";
import { mayAdd } from "./flow-actions";
import { useFlow, useFlowState } from "./flow-context";
import { KindTile } from "./kind-tile";
import { DRAGGED, NODE_GROUPS } from "./kinds";

interface PaletteProps {
  /** What N gives the focus to. */
  field: RefObject<HTMLInputElement | null>;
  onAdd: (type: NodeType) => void;
}

/** Kinds of nodes, to be dragged to the canvas, pressed, or found by a word and Enter. */
export function Palette({ field, onAdd }: PaletteProps) {
  const t = useTranslations("apps-flow");
  const { store } = useFlow();
  // What may be added depends on the graph in view.
  useFlowState(({ history }) => history.present);
  useFlowState(({ path }) => path);
  const [keyword, setKeyword] = useState("");
  const word = keyword.trim().toLowerCase();
  const matches = (type: NodeType) =>
    word === "" || `${t(`nodes.${type}`)} ${t(`kindHint.${type}`)} ${type}`.toLowerCase().includes(word);
  const groups = NODE_GROUPS.map(({ key, types }) => ({ key, types: (types as readonly NodeType[]).filter(matches) }));
  const [first] = groups.flatMap(({ types }) => types).filter((type) => mayAdd(store, type));
  return (
    <aside aria-label={t("palette.label")} className="flex w-42 shrink-0 flex-col border-r bg-background">
      <div className="p-3 pb-1">
        <Input
          ref={field}
          soft
          icon={Search}
          aria-label={t("palette.find")}
          placeholder={t("palette.find")}
          maxLength={40}
          suffix={<Kbd>N</Kbd>}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Enter" && first) {
              event.preventDefault();
              setKeyword("");
              onAdd(first);
            } else if (event.key === "Escape") {
              event.preventDefault();
              setKeyword("");
              event.currentTarget.blur();
            }
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {groups
          .filter(({ types }) => types.length > 0)
          .map(({ key, types }) => (
            <section key={key} aria-label={t(`groups.${key}`)}>
              <h3 className="flex h-6.5 items-end px-1.5 pb-0.5 text-fg-3 text-xs">{t(`groups.${key}`)}</h3>
              <ul>
                {types.map((type) => (
                  <li key={type}>
                    <button
                      type="button"
                      disabled={!mayAdd(store, type)}
                      draggable={mayAdd(store, type)}
                      data-tooltip={t(`kindHint.${type}`)}
                      onDragStart={(event) => {
                        event.dataTransfer.setData(DRAGGED, type);
                        event.dataTransfer.effectAllowed = "copy";
                      }}
                      onClick={() => onAdd(type)}
                      className="flex h-[29px] w-full items-center gap-2 rounded-sm px-1.5 text-fg-2 text-sm -outline-offset-2 hover:bg-muted hover:text-fg disabled:pointer-events-none disabled:opacity-45"
                    >
                      <KindTile type={type} />
                      <span className="truncate">{t(`nodes.${type}`)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        {!first && word !== "" && <p className="px-1.5 py-2 text-fg-3 text-xs">{t("palette.none")}</p>}
      </div>
    </aside>
  );
}
