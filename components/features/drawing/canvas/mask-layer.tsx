"use client";

import { type PointerEvent, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { type Point, paintMask, type Stroke } from "@/lib/features/drawing/mask";
import type { MaskControl } from "./use-mask";

interface MaskLayerProps {
  control: MaskControl;
  /** Pixels on the screen. */
  width: number;
  height: number;
  label: string;
}

/** Shares between two points of a stroke at least: what is nearer says nothing. */
const STEP_MIN = 0.002;
const HATCH = 10;

/** What is marked, over the picture; mouse, touch and pen mark more of it. */
export function MaskLayer({ control, width, height, label }: MaskLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<Stroke | null>(null);
  const [at, setAt] = useState<Point | null>(null);
  const { mask, tool, size } = control;
  const isActive = tool !== "hand";

  const paint = (strokes: readonly Stroke[]) => {
    const context = canvas.current?.getContext("2d");
    if (context) paintHatched(context, strokes, width, height);
  };
  // The canvas is what the browser draws for us; strokes are its input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: painting depends on these alone
  useEffect(() => paint(mask.strokes), [mask.strokes, width, height]);

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): Point => {
    const box = currentTarget.getBoundingClientRect();
    return [(clientX - box.left) / (box.width || 1), (clientY - box.top) / (box.height || 1)];
  };
  const handleDown = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isActive || event.button > 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const kind = tool === "lasso" ? "surface" : "line";
    drawing.current = { kind, isErasing: tool === "eraser", size: size / 1000, points: [pointOf(event)] };
    paint([...mask.strokes, drawing.current]);
  };
  const handleMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const point = pointOf(event);
    setAt(point);
    const stroke = drawing.current;
    const last = stroke?.points.at(-1);
    if (!stroke || !last || Math.hypot(point[0] - last[0], point[1] - last[1]) < STEP_MIN) return;
    drawing.current = { ...stroke, points: [...stroke.points, point] };
    paint([...mask.strokes, drawing.current]);
  };
  const handleUp = () => {
    const stroke = drawing.current;
    drawing.current = null;
    // A lasso of a point or a line encloses nothing.
    if (stroke && (stroke.kind === "line" || stroke.points.length > 2)) control.add(stroke);
    else if (stroke) paint(mask.strokes);
  };
  const handleCancel = () => {
    drawing.current = null;
    paint(mask.strokes);
  };
  const edge = (size / 1000) * width;
  return (
    <>
      <canvas
        ref={canvas}
        width={Math.max(1, Math.round(width))}
        height={Math.max(1, Math.round(height))}
        role="img"
        aria-label={label}
        data-mask
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={handleCancel}
        onPointerLeave={() => setAt(null)}
        className={cn("absolute inset-0 size-full", isActive ? "cursor-crosshair touch-none" : "pointer-events-none")}
      />
      {at && (tool === "brush" || tool === "eraser") && (
        <span
          aria-hidden
          className="pointer-events-none absolute rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.6)]"
          style={{ width: edge, height: edge, left: at[0] * width - edge / 2, top: at[1] * height - edge / 2 }}
        />
      )}
    </>
  );
}

/** A hatch with a light and a dark edge: it is seen on any picture. */
function paintHatched(context: CanvasRenderingContext2D, strokes: readonly Stroke[], width: number, height: number) {
  context.clearRect(0, 0, width, height);
  if (strokes.length === 0) return;
  const layer = layerOf(width, height, (surface) => paintMask(surface, strokes, width, height));
  const edge = layerOf(width, height, (surface) => {
    for (const [reach, colour] of [
      [2.5, "#10233a"],
      [1.5, "#ffffff"],
    ] as const) {
      const ring = layerOf(width, height, (one) => {
        for (let turn = 0; turn < 8; turn++) {
          const angle = (turn * Math.PI) / 4;
          one.drawImage(layer, reach * Math.cos(angle), reach * Math.sin(angle));
        }
        one.globalCompositeOperation = "source-in";
        one.fillStyle = colour;
        one.fillRect(0, 0, width, height);
      });
      surface.drawImage(ring, 0, 0);
    }
    surface.globalCompositeOperation = "destination-out";
    surface.drawImage(layer, 0, 0);
  });
  const hatch = layerOf(width, height, (surface) => {
    surface.drawImage(layer, 0, 0);
    surface.globalCompositeOperation = "source-in";
    surface.fillStyle = "rgb(8 104 160 / 0.55)";
    surface.fillRect(0, 0, width, height);
    surface.globalCompositeOperation = "source-atop";
    surface.strokeStyle = "rgb(255 255 255 / 0.45)";
    surface.lineWidth = 1.5;
    surface.beginPath();
    for (let from = -height; from < width; from += HATCH) {
      surface.moveTo(from, height);
      surface.lineTo(from + height, 0);
    }
    surface.stroke();
  });
  context.drawImage(hatch, 0, 0);
  context.drawImage(edge, 0, 0);
}

function layerOf(width: number, height: number, draw: (surface: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const layer = document.createElement("canvas");
  layer.width = Math.max(1, Math.round(width));
  layer.height = Math.max(1, Math.round(height));
  const surface = layer.getContext("2d");
  if (surface) draw(surface);
  return layer;
}

/** The mask as a file a model takes: of the picture's size, transparent where it may change. */
export async function maskFile(strokes: readonly Stroke[], width: number, height: number): Promise<File> {
  const marked = layerOf(width, height, (surface) => paintMask(surface, strokes, width, height));
  const whole = layerOf(width, height, (surface) => {
    surface.fillStyle = "#000";
    surface.fillRect(0, 0, width, height);
    surface.globalCompositeOperation = "destination-out";
    surface.drawImage(marked, 0, 0);
  });
  const blob = await new Promise<Blob | null>((resolve) => whole.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("no mask");
  return new File([blob], "mask.png", { type: "image/png" });
}
