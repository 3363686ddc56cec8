"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { bodyOf, inOrder } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { useBranchName } from "./use-branch-name";
import { useTitle } from "./use-canvas-parts";

/** The flow in words, in the order it is run in; for who does not see the canvas. */
export const Outline = memo(function Outline({ graph }: { graph: FlowGraph }) {
  const t = useTranslations("apps-flow");
  const titleOf = useTitle();
  const branchName = useBranchName();
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return (
    <ol aria-label={t("outline.label")} className="sr-only">
      {inOrder(graph).map((node) => {
        const ways = graph.edges.flatMap(({ source, sourceHandle, target }) => {
          const next = byId.get(target);
          if (source !== node.id || !next) return [];
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
