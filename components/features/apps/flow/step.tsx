"use client";

import { Handle, type NodeProps, Position, useUpdateNodeInternals } from "@xyflow/react";
import { CircleAlert, Maximize2, Minus, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, memo, useContext, useEffect, useRef } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Status } from "@/components/ui/status";
import { bodyOf } from "@/lib/features/apps/workflow/edit";
import { ERROR_HANDLE, handlesOf } from "@/lib/features/apps/workflow/outputs";
import { KindTile } from "./kind-tile";
import type { StepMark, StepNode } from "./step-types";

/** What can be done at a node; nothing where the graph is only shown. */
export interface StepActions {
  onMend?: (id: string) => void;
  /** Opens what is inside a container. */
  onEnter?: (id: string) => void;
}
export const StepActionsContext = createContext<StepActions>({});

const MARKS: Record<StepMark["kind"], { icon: typeof Plus; look: string; frame: string }> = {
  added: { icon: Plus, look: "bg-success-soft text-success-ink", frame: "border-success" },
  removed: { icon: Minus, look: "bg-danger-soft text-danger-ink", frame: "border-danger border-dashed" },
  changed: { icon: Pencil, look: "bg-primary-soft text-primary-ink", frame: "border-primary" },
};

/** A node: its kind, its name, what it does in a line, its state, and what is wrong with it. */
export const Step = memo(function Step({ id, data, selected, isConnectable }: NodeProps<StepNode>) {
  const t = useTranslations("apps-flow");
  const { onMend, onEnter } = useContext(StepActionsContext);
  const updateInternals = useUpdateNodeInternals();
  const { node, title, line, tone, word, isHollow, problem, mend, markKind, markNumber, isFaint, isWired } = data;
  const { editorId, editorName } = data;
  const handles = handlesOf(node);
  const own = handles.filter((handle) => handle !== ERROR_HANDLE);
  const key = handles.join();
  // The canvas knows ports by where they were measured; it measures a node that has just appeared by itself.
  const measured = useRef(key);
  useEffect(() => {
    if (measured.current === key) return;
    measured.current = key;
    updateInternals(id);
  }, [id, key, updateInternals]);
  const mark = markKind && MARKS[markKind];
  return (
    <div
      className={cn(
        "flow-step w-53 rounded-md border bg-background shadow-xs",
        problem ? "border-danger" : (mark?.frame ?? "border-border-strong"),
        (selected || isWired) && "is-picked",
        isFaint && "is-faint",
      )}
    >
      {node.type !== "start" && <Handle type="target" position={Position.Top} isConnectable={isConnectable} />}
      <div className="flex h-[46px] items-center gap-2 px-2">
        <KindTile type={node.type} size={28} />
        <div className="min-w-0 flex-1 leading-[18px]">
          <div className="flex items-center gap-1.5">
            <span
              className={cn(
                "min-w-0 flex-1 truncate text-sm leading-[18px]",
                markKind === "removed" && "line-through",
                isFaint ? "text-fg-2" : "font-semibold",
              )}
            >
              {title}
            </span>
            {word && tone && (
              <Status tone={tone} hollow={isHollow} className="flow-state shrink-0">
                <span className={tone === "danger" ? "text-danger-ink" : undefined}>{word}</span>
              </Status>
            )}
          </div>
          <div className="truncate text-fg-2 text-xs">{line}</div>
        </div>
        {onEnter && bodyOf(node) && (
          <IconButton
            icon={Maximize2}
            size={24}
            iconSize={13}
            label={t("canvas.enter", { name: title })}
            tabIndex={-1}
            className="nodrag"
            onClick={(event) => {
              event.stopPropagation();
              onEnter(id);
            }}
          />
        )}
      </div>
      {problem && (
        <div className="flex min-h-9 items-center gap-1.5 rounded-b-[7px] border-danger/30 border-t bg-danger-soft py-1 pr-1 pl-2 text-danger-ink text-xs">
          <CircleAlert aria-hidden size={13} className="shrink-0" />
          <span className="min-w-0 flex-1 truncate" title={problem}>
            {problem}
          </span>
          {mend && onMend && (
            <Button
              size="sm"
              className="nodrag h-6!"
              aria-label={mend}
              tabIndex={-1}
              onClick={(event) => {
                event.stopPropagation();
                onMend(id);
              }}
            >
              {t("mend.short")}
            </Button>
          )}
        </div>
      )}
      {editorId && editorName && (
        <span data-tooltip={t("canvas.editedBy", { name: editorName })} className="absolute -top-2.5 -right-2.5">
          <Avatar id={editorId} name={editorName} size={20} className="ring-2 ring-background" />
          <span className="sr-only">{t("canvas.editedBy", { name: editorName })}</span>
        </span>
      )}
      {mark && (
        <span
          className={cn(
            "tnum absolute -top-2.5 right-2 inline-flex h-5 items-center gap-0.5 rounded-full px-1.5 font-semibold text-xs",
            mark.look,
          )}
        >
          <mark.icon aria-hidden size={11} />
          <span className="sr-only">{t(`changes.${markKind}`)}</span>
          {markNumber}
        </span>
      )}
      {own.map((handle, index) => (
        <Handle
          key={handle ?? ""}
          id={handle ?? undefined}
          type="source"
          position={Position.Bottom}
          isConnectable={isConnectable}
          style={{ left: `${((index + 1) / (own.length + 1)) * 100}%` }}
        />
      ))}
      {own.length < handles.length && (
        <Handle
          id={ERROR_HANDLE}
          type="source"
          position={Position.Right}
          isConnectable={isConnectable}
          className="flow-error"
          style={{ top: 23 }}
        />
      )}
    </div>
  );
});
