"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Status } from "@/components/ui/status";
import { bodyOf, findNode, inOrder } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { useFlow, useFlowState } from "./flow-context";
import { KindTile } from "./kind-tile";
import { NodeSettings } from "./node-settings";
import { useTitle } from "./use-canvas-parts";
import { useFlowNames } from "./use-flow-names";
import { useSummary } from "./use-summary";

/** A workflow on a phone: its nodes in the order they are run in; one opens as a sheet. What leads where is drawn elsewhere. */
export function FlowList() {
  const t = useTranslations("apps-flow");
  const { store } = useFlow();
  const titleOf = useTitle();
  const root = useFlowState(({ history }) => history.present);
  const open = useFlowState((state) => state.open);
  const found = open === null ? null : findNode(root, open);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <p className="border-b bg-subtle px-4 py-2 text-fg-3 text-xs">{t("list.note")}</p>
      <Rows graph={root} depth={0} />
      <Sheet open={found !== null} onOpenChange={(isOpen) => !isOpen && store.patch({ open: null })}>
        <SheetContent title={found ? titleOf(found.node) : ""} className="flex flex-col p-0!">
          <NodeSettings isReduced />
        </SheetContent>
      </Sheet>
    </div>
  );
}

function Rows({ graph, depth }: { graph: FlowGraph; depth: number }) {
  const t = useTranslations("apps-flow");
  const { store, appId, options } = useFlow();
  const titleOf = useTitle();
  const root = useFlowState(({ history }) => history.present);
  const problems = useFlowState((state) => state.problems);
  const summary = useSummary(useFlowNames(appId, root, options.models.items));
  return (
    <ol aria-label={t("outline.label")}>
      {inOrder(graph).map((node) => {
        const own = problems.filter(({ nodeId }) => nodeId === node.id);
        const isWrong = own.some(({ code }) => code !== "required");
        const body = bodyOf(node);
        return (
          <li key={node.id}>
            <button
              type="button"
              onClick={() => store.show(node.id)}
              style={{ paddingLeft: 16 + depth * 20 }}
              className="flex min-h-14 w-full items-center gap-3 border-b pr-4 text-left -outline-offset-2"
            >
              <KindTile type={node.type} size={28} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold text-sm">{titleOf(node)}</span>
                <span className="block truncate text-fg-3 text-xs">{summary(node)}</span>
              </span>
              {own.length > 0 && (
                <Status tone={isWrong ? "danger" : "neutral"} hollow={!isWrong} className="text-xs!">
                  {isWrong ? t("state.problems", { count: own.length }) : t("state.open")}
                </Status>
              )}
              <ChevronRight aria-hidden size={16} className="shrink-0 text-fg-4" />
            </button>
            {body && body.nodes.length > 0 && <Rows graph={body} depth={depth + 1} />}
          </li>
        );
      })}
    </ol>
  );
}
