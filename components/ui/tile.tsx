import type { LucideIcon } from "lucide-react";
import { cn } from "./cn";
import { hueOf } from "./hue";

interface TileProps {
  id: string;
  name: string;
  icon?: LucideIcon;
  size?: number;
  className?: string;
}

/** The square mark of an app, a base, a supplier. Its name stands beside it. */
export function Tile({ id, name, icon: Icon, size = 36, className }: TileProps) {
  const hue = hueOf(id);
  return (
    <span
      aria-hidden
      className={cn("inline-grid shrink-0 place-items-center rounded-md font-semibold leading-none", className)}
      style={{
        width: size,
        height: size,
        fontSize: Math.max(11, Math.round(size * 0.42)),
        background: `oklch(var(--tile-bg) ${hue})`,
        color: `oklch(var(--tile-fg) ${hue})`,
      }}
    >
      {Icon ? <Icon size={Math.round(size * 0.5)} strokeWidth={1.75} /> : [...name][0]?.toUpperCase()}
    </span>
  );
}
