import type { ReactFlowInstance, Viewport } from "@xyflow/react";
import type { Position } from "@/lib/features/apps/workflow/graph";
import { NODE_HEIGHT, NODE_WIDTH } from "@/lib/features/apps/workflow/layout";
import type { CanvasNode, WireEdge } from "./step-types";

/** The canvas as what stands beside it moves it. */
export interface CanvasView {
  instance: ReactFlowInstance<CanvasNode, WireEdge>;
  /** What the canvas is drawn in. */
  frame: HTMLElement;
}

/** The smallest a graph is shown at first: below, words could not be read. */
const LEAST_ZOOM = 0.6;
const MARGIN = 40;
/** Of a graph of more nodes only those in view are drawn. */
export const DRAWN_MAX = 60;

const reducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const duration = () => (reducedMotion() ? 0 : 200);

/** The middle of what is seen, for a node that is put there. */
export function middleOf({ instance, frame }: CanvasView): Position {
  const box = frame.getBoundingClientRect();
  const { x, y } = instance.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  return { x: Math.round(x - NODE_WIDTH / 2), y: Math.round(y - NODE_HEIGHT / 2) };
}

/** Where a canvas begins: all of it where it can be read; else its beginning, for it is read from the top. */
export function startViewport(nodes: readonly CanvasNode[], frame: HTMLElement): Viewport {
  if (nodes.length === 0) return { x: 0, y: 0, zoom: 1 };
  const left = Math.min(...nodes.map(({ position }) => position.x));
  const right = Math.max(...nodes.map(({ position }) => position.x)) + NODE_WIDTH;
  const top = Math.min(...nodes.map(({ position }) => position.y));
  const bottom = Math.max(...nodes.map(({ position }) => position.y)) + NODE_HEIGHT;
  const { width, height } = frame.getBoundingClientRect();
  const fitting = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top), 1);
  const zoom = Math.max(LEAST_ZOOM, fitting);
  const first = nodes.reduce((a, b) => (b.position.y < a.position.y ? b : a));
  const isWide = (right - left) * zoom > width - 2 * MARGIN;
  const centre = isWide ? first.position.x + NODE_WIDTH / 2 : (left + right) / 2;
  const isHigh = (bottom - top) * zoom > height - 2 * MARGIN;
  const y = isHigh ? MARGIN - top * zoom : (height - (bottom + top) * zoom) / 2;
  return { x: width / 2 - centre * zoom, y: Math.min(y, MARGIN - top * zoom + 24), zoom };
}

export const showAll = ({ instance }: CanvasView) =>
  void instance.fitView({ padding: 0.1, maxZoom: 1, duration: duration() });

/** Brings a node into view where it is outside of it, and gives it the focus. */
export function reveal({ instance, frame }: CanvasView, id: string, takesFocus: boolean): void {
  const node = instance.getNode(id);
  if (!node) return;
  const { zoom } = instance.getViewport();
  const box = frame.getBoundingClientRect();
  const at = instance.flowToScreenPosition(node.position);
  const isSeen =
    at.x >= box.x && at.y >= box.y && at.x + NODE_WIDTH * zoom <= box.right && at.y + NODE_HEIGHT * zoom <= box.bottom;
  if (!isSeen) {
    const centre = [node.position.x + NODE_WIDTH / 2, node.position.y + NODE_HEIGHT / 2] as const;
    void instance.setCenter(...centre, { zoom: Math.max(zoom, 0.8), duration: duration() });
  }
  if (takesFocus) focusNode(frame, id, FRAMES_MAX);
}

/** A node that comes into view is drawn a little later. */
const FRAMES_MAX = 30;

function focusNode(frame: HTMLElement, id: string, left: number): void {
  const element = frame.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  if (element) element.focus({ preventScroll: true });
  else if (left > 0) requestAnimationFrame(() => focusNode(frame, id, left - 1));
}
