import { cn } from "@/components/ui/cn";
import type { ModelStatus } from "@/lib/config/model-kinds";

const LOOK: Record<ModelStatus, string> = {
  normal: "bg-success",
  abnormal: "bg-danger",
  unknown: "border-[1.5px] border-fg-4",
};

/** How a model was at its last call; what fails is said in words beside it. */
export function StateDot({ status }: { status: ModelStatus }) {
  return <span aria-hidden className={cn("size-2 shrink-0 rounded-full", LOOK[status])} />;
}
