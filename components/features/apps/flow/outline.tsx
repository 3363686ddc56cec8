"use client";

import { useTranslations } from "next-intl";
import { memo, useDeferredValue } from "react";
import { bodyOf, inOrder } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { useBranchName } from "./use-branch-name";
import { useTitle } from "./use-canvas-parts";

const NOTHING: FlowGraph = { nodes: [], edges: [], comments: [] };

/** The flow in words, in the order it is run in; for who does not see the canvas. */
export const Outline = memo(function Outline({ graph: newest }: { graph: FlowGraph }) {
  // Nobody waits to see it: the canvas goes first.
  const graph = useDeferredValue(newest, NOTHING);
  const t = useTranslations("apps-flow");
  const titleOf = useTitle();
  const branchName = useBranchName();
  const leaving = Map.groupBy(graph.edges, ({ source }) => source);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return (
    <ol aria-label={t("outline.label")} className="sr-only">
      {inOrder(graph).map((node) => {
        const ways = (leaving.get(node.id) ?? []).flatMap(({ sourceHandle, target }) => {
          const next = byId.get(target);
          if (!next) return [];
          const branch = branchName(node, sourceHandle);
          return [branch ? t("outline.branch", { branch, name: titleOf(next) }) : titleOf(next)];
        });
        const body = bodyOf(node);
        return (
          <li key={node.id}>
            {ways.length > 0
              ? t("outline.leads", { name: titleOf(node), ways: ways.join(t("summary.comma")) })
              : t("outline.ends", { name: titleOf(node) })}
            {body && body.nodes.length > 0 && <Outline graph={body} />}
          </li>
        );
      })}
    </ol>
  );
});
