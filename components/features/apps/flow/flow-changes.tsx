"use client";

import { ArrowDown, ArrowUp, ChevronDown, Minus, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { LazyMessages } from "@/components/common/lazy-messages";
import { TextDiff } from "@/components/common/text-diff";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Count } from "@/components/ui/count";
import { IconButton } from "@/components/ui/icon-button";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { mergedFlows, type NodeChange } from "@/lib/features/apps/workflow/merge";
import { FlowView } from "./flow-view";
import { KindTile } from "./kind-tile";
import { useTitle } from "./use-canvas-parts";
import { useFlowNames } from "./use-flow-names";
import type { FlowNames } from "./use-summary";

interface FlowChangesProps {
  appId: string;
  /** Settings of both; before its first version a workflow had none. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
  models: ConversationOptions["models"]["items"];
}

/** Two versions of a workflow: one graph of both, and the list of what is different. */
export function FlowChanges(props: FlowChangesProps) {
  return (
    <LazyMessages areas={["apps-flow"]}>
      <Compared {...props} />
    </LazyMessages>
  );
}

const KINDS = {
  added: { icon: Plus, look: "text-success-ink", tile: "bg-success-soft text-success-ink" },
  removed: { icon: Minus, look: "text-danger-ink", tile: "bg-danger-soft text-danger-ink" },
  changed: { icon: Pencil, look: "text-primary-ink", tile: "bg-primary-soft text-primary-ink" },
} as const;

const NO_FLOW: FlowGraph = { nodes: [], edges: [], comments: [] };
const flowOf = (settings: Readonly<Record<string, unknown>>) => ({ ...NO_FLOW, ...settings }) as FlowGraph;

function Compared({ appId, before, after, models }: FlowChangesProps) {
  const t = useTranslations("apps-flow.changes");
  const merged = useMemo(() => mergedFlows(flowOf(before), flowOf(after)), [before, after]);
  const names = useFlowNames(appId, merged.graph, models);
  const { changes, edges, marks } = merged;
  const [chosen, setChosen] = useState<number | null>(changes[0]?.number ?? null);
  const [isShown, setShown] = useState(false);
  const current = changes.find(({ number }) => number === chosen);
  const count = (kind: NodeChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  const step = (by: 1 | -1) => {
    const at = changes.findIndex(({ number }) => number === chosen);
    const next = changes[Math.max(0, Math.min(changes.length - 1, at + by))];
    if (next) setChosen(next.number);
  };
  const pick = (id: string) => {
    const found = marks.get(id);
    if (found) setChosen(found.number);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that buttons beside the list have too
    <div
      className="flex min-h-0 flex-1 max-lg:flex-col"
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1);
      }}
    >
      <div
        className={cn(
          "flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-100 max-lg:flex-none",
          !isShown && "max-md:hidden",
        )}
      >
        <p className="tnum flex h-10 shrink-0 items-center gap-3 border-b px-4 text-sm">
          <span className="text-success-ink">{t("addedCount", { count: count("added") })}</span>
          <span className="text-danger-ink">{t("removedCount", { count: count("removed") })}</span>
          <span className="text-primary-ink">{t("changedCount", { count: count("changed") })}</span>
          <span className="text-fg-3">{t("sameCount", { count: merged.same })}</span>
        </p>
        <FlowView
          label={t("graph")}
          graph={merged.graph}
          names={names}
          marks={marks}
          edgeMarks={edges}
          selected={current ? (current.path[0] ?? current.node.id) : null}
          onSelect={pick}
        />
      </div>
      <aside
        aria-label={t("title")}
        className="flex min-h-0 flex-col border-l bg-subtle max-lg:border-t max-lg:border-l-0 lg:w-100 lg:shrink-0 xl:w-120"
      >
        <div className="flex h-10 shrink-0 items-center gap-2 border-b bg-background px-4 text-sm">
          <h3 className="flex-1 font-semibold">
            {t("title")} <Count>{changes.length}</Count>
          </h3>
          <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)} className="md:hidden">
            {t(isShown ? "hideGraph" : "showGraph")}
          </Button>
          <IconButton icon={ArrowUp} label={t("previous")} disabled={changes.length === 0} onClick={() => step(-1)} />
          <IconButton icon={ArrowDown} label={t("next")} disabled={changes.length === 0} onClick={() => step(1)} />
        </div>
        <ol className="min-h-0 flex-1 space-y-2 overflow-y-auto p-3">
          {changes.map((change) => (
            <Change
              key={`${change.kind} ${change.node.id}`}
              change={change}
              graph={merged.graph}
              names={names}
              isOpen={change.number === chosen}
              onToggle={() => setChosen(change.number === chosen ? null : change.number)}
            />
          ))}
          {edges.size > 0 && changes.length === 0 && <li className="text-fg-2 text-sm">{t("wired")}</li>}
          {edges.size === 0 && changes.length === 0 && (
            <li className="text-fg-3 text-sm">
              {t(JSON.stringify(before) === JSON.stringify(after) ? "none" : "onlyPlaces")}
            </li>
          )}
        </ol>
      </aside>
    </div>
  );
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

interface ChangeProps {
  change: NodeChange;
  graph: FlowGraph;
  names: FlowNames;
  isOpen: boolean;
  onToggle: () => void;
}

function Change({ change, graph, names, isOpen, onToggle }: ChangeProps) {
  const t = useTranslations("apps-flow");
  const titleOf = useTitle();
  const { kind, number, node, path, settings } = change;
  const { icon: Icon, look, tile } = KINDS[kind];
  const around = path.map((id) => {
    const holder = graph.nodes.find((one) => one.id === id);
    return holder ? titleOf(holder) : id;
  });
  const fieldName = (name: string) =>
    t.has(`changes.field.${name}` as "changes.field.url") ? t(`changes.field.${name}` as "changes.field.url") : name;
  const said =
    kind === "changed" ? settings.map(({ name }) => fieldName(name)).join(t("summary.comma")) : t(`nodes.${node.type}`);
  // An id says nothing; a setting that went or came back to what it is without is empty.
  const word = (name: string, text: string) =>
    name === "modelId" || name === "retrieval" ? text.replace(UUIDS, (id) => names.models.get(id) ?? id) : text;
  return (
    <li className={cn("rounded-md border bg-background", isOpen && "border-primary ring-1 ring-primary")}>
      <button
        type="button"
        aria-expanded={isOpen && settings.length > 0}
        aria-current={isOpen || undefined}
        onClick={onToggle}
        className="flex min-h-10 w-full items-center gap-2.5 rounded-md px-3 py-1.5 text-left text-sm -outline-offset-2"
      >
        <span className={cn("tnum grid size-5.5 shrink-0 place-items-center rounded-xs font-semibold text-xs", tile)}>
          {number}
        </span>
        <KindTile type={node.type} />
        <span className="shrink-0 font-semibold">{[...around, titleOf(node)].join(" / ")}</span>
        <span className="min-w-0 flex-1 truncate text-fg-3 text-xs">{said}</span>
        <span className={cn("inline-flex shrink-0 items-center gap-1", look)}>
          <Icon aria-hidden size={13} />
          {t(`changes.${kind}`)}
        </span>
        {settings.length > 0 && (
          <ChevronDown
            aria-hidden
            size={14}
            className={cn("text-fg-3 transition-transform", !isOpen && "-rotate-90")}
          />
        )}
      </button>
      {isOpen && settings.length > 0 && (
        <dl className="space-y-3 border-t px-3 py-2.5">
          {settings.map(({ name, before, after }) => (
            <Setting key={name} label={fieldName(name)} before={word(name, before)} after={word(name, after)} />
          ))}
        </dl>
      )}
    </li>
  );
}

/** Values so short stand beside one another; longer texts are compared word by word. */
const SHORT = 40;

function Setting({ label, before, after }: { label: string; before: string; after: string }) {
  const t = useTranslations("common.diff");
  const isShort = [before, after].every((text) => text.length <= SHORT && !text.includes("\n"));
  if (!isShort) {
    return (
      <div>
        <dt className="mb-1 text-fg-3 text-xs">{label}</dt>
        <dd className="rounded-sm border px-2 py-1">
          <TextDiff before={before} after={after} />
        </dd>
      </div>
    );
  }
  return (
    <div className="flex items-baseline gap-3 text-sm">
      <dt className="w-28 shrink-0 text-fg-3 text-xs">{label}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        {before && (
          <del className="bg-danger-soft text-danger-ink">
            <span className="sr-only">{t("removed")}</span>
            {before}
          </del>
        )}
        {before && after && (
          <span aria-hidden className="text-fg-4">
            →
          </span>
        )}
        {after && (
          <ins className="bg-success-soft text-success-ink">
            <span className="sr-only">{t("added")}</span>
            {after}
          </ins>
        )}
      </dd>
    </div>
  );
}
