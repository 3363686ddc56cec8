"use client";

import { useMemo, useState } from "react";
import {
  cleared,
  type Mask,
  markedShare,
  NO_MASK,
  redo,
  regionStroke,
  type Stroke,
  undo,
  withStroke,
} from "@/lib/features/drawing/mask";

export type MaskTool = "hand" | "brush" | "eraser" | "lasso";
export type MaskControl = ReturnType<typeof useMask>;

/** Widths of a brush, in thousandths of the picture's width. */
export const BRUSH = { min: 5, max: 200, first: 46, step: 8 } as const;

/** The mask of one picture and the tool it is made with; another picture begins without. */
export function useMask(pictureId: string | null, proportion: number) {
  const [state, setState] = useState<{ of: string | null; mask: Mask }>({ of: pictureId, mask: NO_MASK });
  const [tool, setTool] = useState<MaskTool>("hand");
  const [size, setSize] = useState<number>(BRUSH.first);
  const mask = state.of === pictureId ? state.mask : NO_MASK;
  const share = useMemo(() => markedShare(mask.strokes, proportion), [mask.strokes, proportion]);
  const change = (next: (mask: Mask) => Mask) =>
    setState((now) => ({ of: pictureId, mask: next(now.of === pictureId ? now.mask : NO_MASK) }));
  return {
    mask,
    /** From 0 to 1. */
    share,
    tool,
    setTool,
    size,
    setSize: (wanted: number) => setSize(Math.min(BRUSH.max, Math.max(BRUSH.min, wanted))),
    add: (stroke: Stroke) => change((now) => withStroke(now, stroke)),
    region: (corners: readonly [number, number, number, number], isErasing: boolean) =>
      change((now) => withStroke(now, regionStroke(corners, isErasing))),
    undo: () => change(undo),
    redo: () => change(redo),
    clear: () => change(cleared),
    forget: () => change(() => NO_MASK),
  };
}
