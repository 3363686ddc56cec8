"use client";

import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { WireEdge } from "./step-types";

/** A connection in right angles, with the name of its branch; what is walked only after a failure is dashed. */
export const Wire = memo(function Wire({ data, selected, ...edge }: EdgeProps<WireEdge>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = edge;
  const [path, labelX, labelY] = getSmoothStepPath({
    ...{ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition },
    borderRadius: 8,
    offset: 16,
  });
  const tone = data?.tone;
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
              "flow-label absolute max-w-32 truncate rounded-full border px-2 text-xs leading-[18px]",
              selected || tone === "walked" || tone === "wiring"
                ? "border-primary-line bg-primary-soft text-primary-ink"
                : "border-border-strong bg-background text-fg-2",
            )}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
