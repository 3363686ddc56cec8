import { cn } from "@/components/ui/cn";
import type { ParseStatus } from "@/db/schema/parsing";
import { isFailed } from "@/lib/ingestion/client/status";

/** A file's states (spec 4), those of its upload among them. */
export type PipelineStatus = ParseStatus | "uploading" | "upload_failed";

/** The bar a state is at: upload, parse, segment, build. */
const BAR: Record<PipelineStatus, number> = {
  uploading: 0,
  upload_failed: 0,
  uploaded: 0,
  parsing: 1,
  parse_failed: 1,
  segmenting: 2,
  split_failed: 2,
  building: 3,
  build_failed: 3,
  ready: 4,
};

/** Four bars: upload, parse, segment, build. */
export function Pipeline({ status, progress, wide }: { status: PipelineStatus; progress: number; wide?: boolean }) {
  const at = BAR[status];
  const failed = status === "upload_failed" || (status !== "uploading" && isFailed(status));
  return (
    <span aria-hidden className={cn("flex shrink-0 gap-0.5", wide && "w-full max-w-80")}>
      {[0, 1, 2, 3].map((bar) => {
        const isHere = bar === at;
        const share = bar < at || (status === "uploaded" && bar === 0) ? 100 : isHere ? (failed ? 100 : progress) : 0;
        return (
          <span key={bar} className={cn("h-1.5 overflow-hidden rounded-full bg-muted", wide ? "flex-1" : "w-5")}>
            <span
              className={cn("block h-full rounded-full", isHere && failed ? "bg-danger" : "bg-primary")}
              style={{ width: `${share}%` }}
            />
          </span>
        );
      })}
    </span>
  );
}
