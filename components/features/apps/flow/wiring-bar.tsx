"use client";

import { useTranslations } from "next-intl";
import { Kbd } from "@/components/ui/kbd";
import { useFlow, useFlowState } from "./flow-context";
import { useBranchName } from "./use-branch-name";
import { useTitle } from "./use-canvas-parts";

/** The connection that is being made with the keys, in words, and the keys. */
export function WiringBar({ said }: { said: string }) {
  const t = useTranslations("apps-flow.wiring");
  const { store } = useFlow();
  const titleOf = useTitle();
  const branchName = useBranchName();
  const wiring = useFlowState((state) => state.wiring);
  const { nodes } = store.graph();
  const source = wiring && nodes.find(({ id }) => id === wiring.source);
  const target = wiring && nodes.find(({ id }) => id === wiring.targets[wiring.target]);
  const branch = wiring && source ? branchName(source, wiring.handles[wiring.handle]) : "";
  const words =
    source && target
      ? t("from", { from: [titleOf(source), branch].filter(Boolean).join(" · "), to: titleOf(target) })
      : "";
  return (
    <>
      <p role="status" className="sr-only">
        {words || said}
      </p>
      {words && (
        <div className="absolute inset-x-0 bottom-3 z-(--z-sticky) mx-auto flex w-fit max-w-[calc(100%-24px)] items-center gap-2 rounded-md border border-primary-line bg-popover px-3 py-2 text-sm shadow-lg">
          <span aria-hidden className="min-w-0 truncate">
            {words}
          </span>
          <span aria-hidden className="flex shrink-0 items-center gap-1 text-fg-3 text-xs">
            {wiring && wiring.handles.length > 1 && (
              <>
                <Kbd>←</Kbd>
                <Kbd>→</Kbd> {t("branch")}
              </>
            )}
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> {t("node")}
            <Kbd>↵</Kbd> {t("connect")}
            <Kbd>Esc</Kbd> {t("cancel")}
          </span>
        </div>
      )}
    </>
  );
}
