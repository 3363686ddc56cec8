"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { everyNode } from "@/lib/features/apps/workflow/edit";
import { textsOf } from "@/lib/features/apps/workflow/outputs";
import { useFlow, useFlowState } from "./flow-context";
import { KindTile } from "./kind-tile";
import { useTitle } from "./use-canvas-parts";

const SHOWN = 8;

/** Finds nodes by their names and texts, inside containers too; Enter goes to one. */
export function FindBar({ turn, onClose }: { turn: number; onClose: () => void }) {
  const t = useTranslations("apps-flow");
  const { store } = useFlow();
  const titleOf = useTitle();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const root = useFlowState(({ history }) => history.present);
  const [keyword, setKeyword] = useState("");
  const [active, setActive] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once more, it takes the focus once more
  useEffect(() => field.current?.select(), [turn]);
  const word = keyword.trim().toLowerCase();
  const found = useMemo(() => {
    if (word === "") return [];
    const ranked = [...everyNode(root)].flatMap(({ node, path }) => {
      const isNamed = `${titleOf(node)} ${node.id}`.toLowerCase().includes(word);
      const isSaid = !isNamed && textsOf(node).some(({ text }) => text.toLowerCase().includes(word));
      return isNamed || isSaid ? [{ node, path, rank: isNamed ? 0 : 1 }] : [];
    });
    return ranked.sort((a, b) => a.rank - b.rank).slice(0, SHOWN);
  }, [root, word, titleOf]);
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <search className="absolute inset-x-0 top-3 z-(--z-sticky) mx-auto w-80 max-w-[calc(100%-24px)]">
      <div className="rounded-md border border-border-strong bg-popover p-1.5 shadow-lg">
        <Input
          ref={field}
          role="combobox"
          aria-label={t("find.label")}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found[active] ? optionId(active) : undefined}
          icon={Search}
          placeholder={t("find.label")}
          maxLength={100}
          autoComplete="off"
          value={keyword}
          suffix={<IconButton icon={X} size={24} iconSize={14} label={t("find.close")} onClick={onClose} />}
          onChange={(event) => {
            setKeyword(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) {
              event.preventDefault();
              setActive((current) => Math.max(0, Math.min(found.length - 1, current + step)));
            } else if (event.key === "Enter" && found[active]) store.show(found[active].node.id);
            else if (event.key === "Escape") {
              event.preventDefault();
              onClose();
            }
          }}
        />
        <div id={`${id}-list`} role="listbox" aria-label={t("find.found")}>
          {found.map(({ node, path }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
            <div
              key={node.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => {
                event.preventDefault();
                store.show(node.id);
              }}
              onPointerMove={() => setActive(index)}
              className={cn(
                "mt-1 flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm",
                index === active && "bg-muted",
              )}
            >
              <KindTile type={node.type} />
              <span className="min-w-0 flex-1 truncate">{titleOf(node)}</span>
              <span className="font-mono text-fg-3 text-xs">{[...path, node.id].join(" / ")}</span>
            </div>
          ))}
        </div>
        {word !== "" && found.length === 0 && <p className="px-2 py-1.5 text-fg-3 text-sm">{t("find.none")}</p>}
      </div>
    </search>
  );
}
