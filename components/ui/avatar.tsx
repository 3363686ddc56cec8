import { cn } from "./cn";
import { hueOf } from "./hue";

interface AvatarProps {
  id: string;
  name: string;
  /** Address of a picture of our own; without one the first letter stands in. */
  src?: string | null;
  size?: number;
  className?: string;
}

/** A person's mark. The name stands beside it, so it is hidden from assistive technology. */
export function Avatar({ id, name, src, size = 24, className }: AvatarProps) {
  const hue = hueOf(id);
  const frame = cn(
    "inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold leading-none",
    className,
  );
  if (src) {
    return (
      // biome-ignore lint/performance/noImgElement: small pictures of our own, already sized
      <img alt="" src={src} width={size} height={size} className={cn(frame, "object-cover")} />
    );
  }
  return (
    <span
      aria-hidden
      className={frame}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.45),
        background: `oklch(var(--avatar-bg) ${hue})`,
        color: `oklch(var(--avatar-fg) ${hue})`,
      }}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
