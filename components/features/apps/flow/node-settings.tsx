"use client";

import { Copy, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { findNode } from "@/lib/features/apps/workflow/edit";
import type { FlowNode } from "@/lib/features/apps/workflow/graph";
import { NODE_NAME_MAX } from "@/lib/features/apps/workflow/limits";
import { duplicate, removePicked, setNode } from "./flow-actions";
import { useFlow, useFlowState } from "./flow-context";
import { ConnectionsSection } from "./forms/connections-section";
import { FieldProblems } from "./forms/field-problems";
import { KindForm } from "./forms/kind-form";
import { NodeFormProvider } from "./forms/node-form";
import { OutputsSection } from "./forms/outputs-section";
import { PolicySection } from "./forms/policy-section";
import { KindTile } from "./kind-tile";
import { NodeIdField } from "./node-id-field";
import { useProblemText } from "./use-problem-text";

interface NodeSettingsProps {
  /** A phone: texts can be changed, what leads where cannot. */
  isReduced?: boolean;
}

/** Everything a node is set to, beside the canvas. */
export function NodeSettings({ isReduced }: NodeSettingsProps) {
  const t = useTranslations("apps-flow");
  const { store } = useFlow();
  const open = useFlowState((state) => state.open);
  const asked = useFlowState((state) => state.asked);
  const root = useFlowState(({ history }) => history.present);
  const all = useFlowState(({ problems }) => problems);
  const say = useProblemText();
  const body = useRef<HTMLDivElement>(null);
  const found = useMemo(() => (open === null ? null : findNode(root, open)), [root, open]);
  const problems = useMemo(() => all.filter(({ nodeId }) => nodeId === open), [all, open]);
  const value = useMemo(
    () =>
      found && {
        ...found,
        problems,
        set: (patch: object, key: string) => {
          const current = findNode(store.root(), found.node.id)?.node;
          if (current) setNode(store, { ...current, data: { ...current.data, ...patch } } as FlowNode, key);
        },
      },
    [found, problems, store],
  );
  // What was asked for in the list of problems, or with Enter, gets the focus.
  useEffect(() => {
    if (!asked || asked.nodeId !== open) return;
    const field = asked.field && body.current?.querySelector(`[data-field="${CSS.escape(asked.field)}"]`);
    const list = asked.field && body.current?.querySelector(`[data-field="${CSS.escape(asked.field.split(".")[0]!)}"]`);
    const place = field || list || body.current;
    // A button that inserts values stands before its text.
    const target =
      place?.querySelector<HTMLElement>("textarea, input:not([type=range]), [role=textbox], [role=combobox]") ??
      place?.querySelector<HTMLElement>("button");
    (target ?? body.current)?.focus({ preventScroll: true });
    if (place !== body.current) place?.scrollIntoView({ block: "center" });
  }, [asked, open]);
  if (!found || !value) return null;
  const { node } = found;
  const loose = problems.filter(({ field }) => field === undefined);
  return (
    <NodeFormProvider value={value}>
      <div data-flow-settings className="flex min-h-0 flex-1 flex-col bg-background">
        {!isReduced && (
          <header className="flex shrink-0 items-center gap-2.5 border-b px-4 py-2.5">
            <KindTile type={node.type} size={28} />
            <div className="min-w-0 flex-1">
              <input
                aria-label={t("panel.title")}
                value={node.data.title}
                placeholder={t(`nodes.${node.type}`)}
                maxLength={NODE_NAME_MAX}
                onChange={(event) => value.set({ title: event.target.value }, "title")}
                className="block h-6 w-full truncate rounded-xs bg-transparent font-semibold text-sm outline-offset-1 placeholder:text-fg hover:bg-muted"
              />
              <NodeIdField key={node.id} id={node.id} />
            </div>
            <MoreMenu
              label={t("panel.more")}
              commands={[
                { key: "copy", label: t("panel.duplicate"), icon: Copy, onSelect: () => duplicate(store) },
                {
                  key: "remove",
                  label: t("panel.remove"),
                  icon: Trash2,
                  danger: true,
                  apart: true,
                  onSelect: () => removePicked(store),
                },
              ]}
            />
            <IconButton icon={X} label={t("panel.close")} onClick={() => store.patch({ open: null })} />
          </header>
        )}
        <div ref={body} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          {loose.length > 0 && (
            <ul className="border-b bg-danger-soft px-4 py-2 text-danger-ink text-xs">
              {loose.map((problem) => (
                <li key={`${problem.code} ${problem.args?.name}`}>{say(problem)}</li>
              ))}
            </ul>
          )}
          <p className="border-b px-4 py-2 text-fg-3 text-xs">{t(`kindHint.${node.type}`)}</p>
          <KindForm key={node.id} type={node.type} />
          <FieldProblems field="type" />
          {!isReduced && <OutputsSection />}
          {!isReduced && <ConnectionsSection key={`ways ${node.id}`} />}
          <PolicySection key={`policy ${node.id}`} />
        </div>
        {!isReduced && (
          <footer className="flex h-10 shrink-0 items-center gap-1.5 border-t px-4 text-fg-3 text-xs max-lg:hidden">
            <Kbd>Esc</Kbd>
            <span className="flex-1">{t("panel.close")}</span>
            <Kbd>Alt</Kbd>
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
            {t("panel.next")}
          </footer>
        )}
      </div>
    </NodeFormProvider>
  );
}
