"use client";

import {
  Brush,
  BrushCleaning,
  Columns2,
  Eraser,
  GitFork,
  Hand,
  Lasso,
  Maximize,
  Minimize,
  Pencil,
  Redo2,
  Undo2,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { RegionButton } from "./region-button";
import { BRUSH, type MaskControl, type MaskTool } from "./use-mask";

const TOOLS = [
  ["hand", Hand, "H"],
  ["brush", Brush, "B"],
  ["eraser", Eraser, "E"],
  ["lasso", Lasso, "L"],
] as const satisfies readonly (readonly [MaskTool, unknown, string])[];

export interface StageView {
  zoom: number;
  setZoom: (zoom: number) => void;
  /** Pixels of the screen a pixel of the picture takes. */
  scale: number;
  isFull: boolean;
  toggleFull: () => void;
  isComparing: boolean;
  setComparing: (wanted: boolean) => void;
}

interface ToolbarProps {
  control: MaskControl;
  view: StageView;
  /** The model repaints a part. */
  takesMask: boolean;
  takesEdit: boolean;
  modelName: string;
  /** Name of the version this one came of; null where there is none to compare with. */
  before: string | null;
  isEditing: boolean;
  onEdit: () => void;
  onTree: () => void;
}

export const ZOOM = { min: 1, max: 6, step: 1.5 } as const;

/** Tools of the picture: marking, undo, comparing, size. */
export function Toolbar(props: ToolbarProps) {
  const { control, view, takesMask, takesEdit, modelName, before, isEditing, onEdit, onTree } = props;
  const t = useTranslations("drawing");
  const format = useFormatter();
  const { mask, tool, size } = control;
  return (
    <div
      role="toolbar"
      aria-label={t("tools.label")}
      className="flex min-h-11 shrink-0 flex-wrap max-md:order-1 max-md:border-t items-center gap-1 border-b bg-background px-3 py-1 md:px-4"
    >
      {TOOLS.map(([name, icon, key]) => (
        <IconButton
          key={name}
          icon={icon}
          size={32}
          label={t(`tools.${name}`)}
          hint={name !== "hand" && !takesMask ? t("tools.noMask", { model: modelName }) : key}
          disabled={name !== "hand" && !takesMask}
          aria-pressed={tool === name}
          onClick={() => control.setTool(name)}
          className={cn(tool === name && "bg-primary text-primary-fg hover:bg-primary-hover hover:text-primary-fg")}
        />
      ))}
      <RegionButton control={control} disabled={!takesMask} />
      {(tool === "brush" || tool === "eraser") && (
        <label className="ml-2 flex items-center gap-2 text-sm text-fg-2">
          <span className="max-2xl:sr-only">{t("tools.size")}</span>
          <input
            type="range"
            aria-label={t("tools.size")}
            min={BRUSH.min}
            max={BRUSH.max}
            value={size}
            onChange={({ target }) => control.setSize(target.valueAsNumber)}
            className="h-6 w-16 accent-(--primary)"
          />
          <span className="tnum w-7 text-xs text-fg-3">{size}</span>
        </label>
      )}
      <span aria-hidden className="mx-1 h-5 w-px bg-border max-md:hidden" />
      <IconButton
        icon={Undo2}
        size={32}
        label={t("tools.undo")}
        disabled={mask.strokes.length === 0}
        onClick={control.undo}
      />
      <IconButton
        icon={Redo2}
        size={32}
        label={t("tools.redo")}
        disabled={mask.undone.length === 0}
        onClick={control.redo}
      />
      <IconButton
        icon={BrushCleaning}
        size={32}
        label={t("tools.clear")}
        disabled={control.share === 0}
        onClick={control.clear}
        className={control.share === 0 ? "max-md:hidden" : undefined}
      />
      <div className="ml-auto flex items-center gap-1">
        {takesEdit && (
          <IconButton
            icon={Pencil}
            size={32}
            label={t("record.edit")}
            aria-pressed={isEditing}
            active={isEditing}
            onClick={onEdit}
          />
        )}
        <span className="hidden md:max-xl:block">
          <IconButton icon={GitFork} size={32} label={t("tree.show")} onClick={onTree} />
        </span>
        {before !== null && (
          <Button
            variant={view.isComparing ? "soft" : "ghost"}
            size="sm"
            icon={Columns2}
            aria-pressed={view.isComparing}
            onClick={() => view.setComparing(!view.isComparing)}
          >
            {t("tools.compareWith", { name: `v${before}` })}
          </Button>
        )}
        <IconButton
          icon={ZoomOut}
          size={32}
          label={t("tools.zoomOut")}
          disabled={view.zoom <= ZOOM.min}
          onClick={() => view.setZoom(Math.max(ZOOM.min, view.zoom / ZOOM.step))}
          className="max-md:hidden"
        />
        <button
          type="button"
          onClick={() => view.setZoom(ZOOM.min)}
          data-tooltip={t("tools.fit")}
          className="tnum h-8 w-12 rounded-sm text-center text-xs text-fg-3 hover:bg-muted hover:text-fg max-md:hidden"
        >
          <span className="sr-only">{t("tools.fit")}</span> {format.number(view.scale, { style: "percent" })}
        </button>
        <IconButton
          icon={ZoomIn}
          size={32}
          label={t("tools.zoomIn")}
          disabled={view.zoom >= ZOOM.max}
          onClick={() => view.setZoom(Math.min(ZOOM.max, view.zoom * ZOOM.step))}
          className="max-md:hidden"
        />
        <IconButton
          icon={view.isFull ? Minimize : Maximize}
          size={32}
          label={view.isFull ? t("tools.exitFull") : t("tools.full")}
          hint="F"
          onClick={view.toggleFull}
        />
      </div>
    </div>
  );
}
