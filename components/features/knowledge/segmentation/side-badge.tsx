import { cn } from "@/components/ui/cn";

/** The letter of one of two settings that are compared. */
export function SideBadge({ side, isSmall = false }: { side: "a" | "b"; isSmall?: boolean }) {
  return (
    <span
      className={cn(
        "grid shrink-0 place-items-center rounded-xs text-xs font-semibold",
        isSmall ? "size-4" : "size-5",
        side === "a" ? "bg-pressed text-fg-2" : "bg-primary text-primary-fg",
      )}
    >
      {side === "a" ? "A" : "B"}
    </span>
  );
}
