import { cn } from "./cn";

/** One grey bar of a skeleton; invisible for the first 200 ms. Put the bars inside an element with `role="status"`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("skel h-3", className)} />;
}
