"use client";

import { useReactFlow, useStore } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { type CanvasView, showAll } from "./view";

/** How large the canvas is shown, and what changes that. */
export function ZoomBar({ view }: { view: RefObject<CanvasView | null> }) {
  const t = useTranslations("apps-flow.canvas");
  const { zoomIn, zoomOut } = useReactFlow();
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <div className="flex h-8 w-37 items-center justify-between px-1 text-xs">
      <IconButton icon={Minus} size={24} iconSize={13} label={t("zoomOut")} onClick={() => void zoomOut()} />
      <span className="tnum text-fg-2">{t("percent", { percent })}</span>
      <IconButton icon={Plus} size={24} iconSize={13} label={t("zoomIn")} onClick={() => void zoomIn()} />
      <IconButton
        icon={Maximize}
        size={24}
        iconSize={13}
        label={t("fit")}
        onClick={() => view.current && showAll(view.current)}
      />
    </div>
  );
}
