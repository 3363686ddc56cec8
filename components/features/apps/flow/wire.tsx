"use client";

import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import { NODE_WIDTH } from "@/lib/features/apps/workflow/layout";
import type { WireData, WireEdge } from "./step-types";

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
  const place = data && !data.isError ? placeOfName(edge, data) : { x: labelX, y: labelY, width: 128 };
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
      {data?.label && (
        <EdgeLabelRenderer>
          <span
            className={cn(
              "flow-label absolute truncate rounded-full border px-2 text-xs leading-[18px]",
              selected || tone === "walked" || tone === "wiring"
                ? "border-primary-line bg-primary-soft text-primary-ink"
                : "border-border-strong bg-background text-fg-2",
            )}
            title={data.label}
            style={{
              maxWidth: place.width,
              transform: `translate(-50%, -50%) translate(${place.x}px, ${place.y}px)`,
            }}
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
