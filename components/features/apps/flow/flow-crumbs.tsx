"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { findNode } from "@/lib/features/apps/workflow/edit";
import { useFlow, useFlowState } from "./flow-context";
import { useTitle } from "./use-canvas-parts";

/** Where one is inside of, and the ways out; nothing in the outermost graph. */
export function FlowCrumbs() {
  const t = useTranslations("apps-flow");
  const { store } = useFlow();
  const titleOf = useTitle();
  const path = useFlowState((state) => state.path);
  const root = useFlowState(({ history }) => history.present);
  if (path.length === 0) return null;
  return (
    <nav
      aria-label={t("crumbs.label")}
      className="absolute top-3 left-3 z-(--z-sticky) rounded-md border bg-background px-3 py-1.5 text-sm shadow-xs"
    >
      <ol className="flex items-center gap-1">
        <li>
          <button type="button" onClick={() => store.enter([])} className="rounded-xs text-primary-ink hover:underline">
            {t("crumbs.root")}
          </button>
        </li>
        {path.map((id, index) => {
          const node = findNode(root, id)?.node;
          const name = node ? t("crumbs.inside", { kind: t(`nodes.${node.type}`), name: titleOf(node) }) : id;
          const isLast = index === path.length - 1;
          return (
            <Fragment key={id}>
              <li aria-hidden>
                <ChevronRight size={13} className="text-fg-4" />
              </li>
              <li aria-current={isLast ? "location" : undefined}>
                {isLast ? (
                  name
                ) : (
                  <button
                    type="button"
                    onClick={() => store.enter(path.slice(0, index + 1))}
                    className="rounded-xs text-primary-ink hover:underline"
                  >
                    {name}
                  </button>
                )}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
