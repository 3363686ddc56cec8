import { Skeleton } from "@/components/ui/skeleton";

const NODES = ["a", "b", "c", "d", "e"];

/** A canvas that is on its way. */
export function FlowSkeleton() {
  return (
    <div
      role="status"
      aria-busy
      className="flex min-h-0 flex-1 flex-col items-center gap-14 overflow-hidden bg-subtle pt-10"
    >
      {NODES.map((key) => (
        <Skeleton key={key} className="h-12 w-53 shrink-0" />
      ))}
    </div>
  );
}
