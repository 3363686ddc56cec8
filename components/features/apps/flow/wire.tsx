"use client";

import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath, useStore } from "@xyflow/react";
import { Braces, Brackets, FileText, Hash, type LucideIcon, ToggleLeft, Type } from "lucide-react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { NODE_WIDTH } from "@/lib/features/apps/workflow/layout";
import type { OutputType } from "@/lib/features/apps/workflow/outputs";
import type { WireData, WireEdge } from "./step-types";

const TYPE_ICONS: Partial<Record<OutputType, LucideIcon>> = {
  text: Type,
  number: Hash,
  boolean: ToggleLeft,
  list: Brackets,
  object: Braces,
  files: FileText,
};
/** How far above a node the value it takes stands, pixels. */
const VALUE_ABOVE = 16;
/** From here on what a wire carries can be read (8 pixels); smaller it would only be as much once more to draw. */
const VALUES_ZOOM = 0.66;

/** About as wide as a name is drawn, with its frame, pixels. */
const widthOf = (name: string) => [...name].reduce((sum, letter) => sum + (letter >= "\u2e80" ? 12 : 6.8), 18);

/**
 * Names of branches stand at their ports: those that lead to one node would meet halfway. Every second one stands a row
 * lower where it would not fit beside the others.
 */
function placeOfName(
  { sourceX, sourceY }: { sourceX: number; sourceY: number },
  { label = "", branch = 0, branches = 1 }: WireData,
) {
  const between = NODE_WIDTH / (branches + 1);
  const isLong = branches > 1 && widthOf(label) > between - 4;
  return {
    x: sourceX,
    y: sourceY + (isLong && branch % 2 === 1 ? 33 : 14),
    width: Math.max(40, (isLong ? 2 : 1) * between - 4),
  };
}

/** A connection in right angles, with the name of its branch; what is walked only after a failure is dashed. */
export const Wire = memo(function Wire({ data, selected, ...edge }: EdgeProps<WireEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = edge;
  const [path, labelX, labelY] = getSmoothStepPath({
    ...{ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition },
    borderRadius: 8,
    offset: 16,
  });
  const tone = data?.tone;
  const isClose = useStore(({ transform }) => transform[2] >= VALUES_ZOOM);
  const text = data?.label ?? (isClose ? data?.value : undefined);
  const TypeIcon = data?.label === undefined && data?.valueType ? TYPE_ICONS[data.valueType] : undefined;
  const more = data?.label === undefined ? (data?.values ?? 1) - 1 : 0;
  const place =
    data?.label === undefined
      ? { x: targetX, y: targetY - VALUE_ABOVE, width: NODE_WIDTH }
      : data.isError
        ? { x: labelX, y: labelY, width: 128 }
        : placeOfName(edge, data);
  return (
    <>
      <BaseEdge
        id={edge.id}
        path={path}
        interactionWidth={16}
        className={cn(
          "flow-wire",
          data?.isError && "is-error",
          (selected || tone === "walked" || tone === "wiring") && "is-on",
          tone === "unwalked" && "is-off",
          tone === "added" && "is-added",
          tone === "removed" && "is-removed",
        )}
      />
      {text && (
        <EdgeLabelRenderer>
          <span
            className={cn(
              "flow-label absolute flex items-center gap-1 rounded-full border px-2 text-xs leading-[18px]",
              selected || tone === "walked" || tone === "wiring"
                ? "border-primary-line bg-primary-soft text-primary-ink"
                : "border-border-strong bg-background text-fg-2",
            )}
            title={text}
            style={{
              maxWidth: place.width,
              transform: `translate(-50%, -50%) translate(${place.x}px, ${place.y}px)`,
            }}
          >
            {TypeIcon && <TypeIcon aria-hidden size={12} className="shrink-0" />}
            <span className="truncate">{text}</span>
            {more > 0 && <span className="shrink-0 text-fg-3">+{more}</span>}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
