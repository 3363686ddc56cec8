"use client";

import { MiniMap, Panel } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { type RefObject, useDeferredValue } from "react";
import { useFlowState } from "./flow-context";
import type { CanvasNode } from "./step-types";
import type { CanvasView } from "./view";
import { ZoomBar } from "./zoom-bar";

const classOf = ({ selected, data }: CanvasNode) =>
  "problem" in data && data.problem ? "is-wrong" : selected ? "is-picked" : "";

const MAP = { width: 148, height: 92 };

/** Where one is on the canvas, how large it is shown, and how many nodes there are. */
export function CanvasTools({ view }: { view: RefObject<CanvasView | null> }) {
  const t = useTranslations("apps-flow.canvas");
  const count = useFlowState(({ history, path }) => (path.length === 0 ? history.present.nodes.length : null));
  // Behind the nodes themselves: of a large workflow it is as many once more.
  const hasMap = useDeferredValue(true, false);
  return (
    <>
      {count !== null && (
        <Panel position="bottom-left" className="tnum pointer-events-none m-3! text-fg-2 text-xs">
          {t("count", { count })}
        </Panel>
      )}
      <Panel
        position="bottom-right"
        className="m-3! overflow-hidden rounded-md border border-border-strong bg-background shadow-sm"
      >
        {hasMap ? (
          <MiniMap<CanvasNode>
            pannable
            ariaLabel={t("map")}
            nodeClassName={classOf}
            nodeBorderRadius={8}
            style={MAP}
            className="max-lg:hidden"
          />
        ) : (
          <div style={MAP} className="max-lg:hidden" />
        )}
        <div className="border-t max-lg:border-t-0">
          <ZoomBar view={view} />
        </div>
      </Panel>
    </>
  );
}
