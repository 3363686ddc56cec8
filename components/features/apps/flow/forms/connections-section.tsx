"use client";

import { ArrowDown, ArrowRight, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { connected, edgeKey, edgeRefusal, graphAt, inOrder, removed } from "@/lib/features/apps/workflow/edit";
import type { FlowEdge } from "@/lib/features/apps/workflow/graph";
import { handlesOf } from "@/lib/features/apps/workflow/outputs";
import { useFlow } from "../flow-context";
import { NODE_ICONS } from "../kinds";
import { useBranchName } from "../use-branch-name";
import { useTitle } from "../use-canvas-parts";
import { FormSection } from "./form-section";
import { useNodeForm } from "./node-form";

/** Where a node leads to and what leads to it: what is drawn on the canvas, without a pointer. */
export function ConnectionsSection() {
  const t = useTranslations("apps-flow.connections");
  const { store } = useFlow();
  const { node, path } = useNodeForm();
  const titleOf = useTitle();
  const branchName = useBranchName();
  const graph = graphAt(store.root(), path);
  if (!graph) return null;
  const byId = new Map(graph.nodes.map((one) => [one.id, one]));
  const before = graph.edges.filter(({ target }) => target === node.id);
  const nameOf = (id: string) => {
    const one = byId.get(id);
    return one ? titleOf(one) : id;
  };
  const cut = (edge: FlowEdge) => store.commitHere((current) => removed(current, new Set(), new Set([edgeKey(edge)])));
  return (
    <FormSection
      title={t("title")}
      folded
      meta={before.length + graph.edges.filter((e) => e.source === node.id).length}
    >
      {before.length > 0 && (
        <ul aria-label={t("before")} className="space-y-1">
          {before.map((edge) => (
            <li key={edgeKey(edge)} className="flex min-h-7 items-center gap-2 text-sm">
              <ArrowDown aria-hidden size={13} className="text-fg-3" />
              <span className="text-fg-3 text-xs">{t("from")}</span>
              <span className="min-w-0 flex-1 truncate">
                {[nameOf(edge.source), branchName(byId.get(edge.source) ?? node, edge.sourceHandle)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              <IconButton
                icon={X}
                size={24}
                iconSize={13}
                label={t("cut", { from: nameOf(edge.source), to: titleOf(node) })}
                onClick={() => cut(edge)}
              />
            </li>
          ))}
        </ul>
      )}
      {handlesOf(node).map((handle) => {
        const ways = graph.edges.filter(
          ({ source, sourceHandle }) => source === node.id && (sourceHandle ?? null) === handle,
        );
        const branch = branchName(node, handle) || t("usual");
        const targets = inOrder(graph).filter(
          ({ id }) => edgeRefusal(graph, { source: node.id, sourceHandle: handle, target: id }) === null,
        );
        return (
          <div key={handle ?? ""}>
            <div className="flex items-center gap-2 text-fg-3 text-xs">
              <span className="flex-1">{branch}</span>
              <LazyMenu
                commands={targets.map((target) => ({
                  key: target.id,
                  label: titleOf(target),
                  icon: NODE_ICONS[target.type],
                  onSelect: () =>
                    store.commitHere((current) =>
                      connected(current, { source: node.id, sourceHandle: handle, target: target.id }),
                    ),
                }))}
                button={(handlers) => (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={Plus}
                    disabled={targets.length === 0}
                    aria-label={t("add", { branch })}
                    {...handlers}
                  >
                    {t("connect")}
                  </Button>
                )}
              />
            </div>
            <ul aria-label={t("after", { branch })}>
              {ways.map((edge) => (
                <li key={edgeKey(edge)} className="flex min-h-7 items-center gap-2 text-sm">
                  <ArrowRight aria-hidden size={13} className="text-fg-3" />
                  <span className="min-w-0 flex-1 truncate">{nameOf(edge.target)}</span>
                  <IconButton
                    icon={X}
                    size={24}
                    iconSize={13}
                    label={t("cut", { from: titleOf(node), to: nameOf(edge.target) })}
                    onClick={() => cut(edge)}
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </FormSection>
  );
}
