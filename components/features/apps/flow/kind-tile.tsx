import type { NodeType } from "@/lib/features/apps/workflow/graph";
import { NODE_HUES, NODE_ICONS } from "./kinds";

/** The square mark of a kind of node; its name stands beside it. */
export function KindTile({ type, size = 20 }: { type: NodeType; size?: number }) {
  const Icon = NODE_ICONS[type];
  const hue = NODE_HUES[type];
  return (
    <span
      aria-hidden
      className="inline-grid shrink-0 place-items-center rounded-sm"
      style={{
        width: size,
        height: size,
        background: `oklch(var(--tile-bg) ${hue})`,
        color: `oklch(var(--tile-fg) ${hue})`,
      }}
    >
      <Icon size={Math.round(size * 0.56)} strokeWidth={1.75} />
    </span>
  );
}
