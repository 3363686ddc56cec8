import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** A turning circle for buttons and threads; never for a whole page (design 7.7). */
export function Spinner({ size = 15, className }: { size?: number; className?: string }) {
  return <LoaderCircle aria-hidden size={size} strokeWidth={2} className={cn("spin shrink-0", className)} />;
}
