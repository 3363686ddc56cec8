"use client";

import { ErrorState } from "@/components/common/error-state";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";

interface LoadingDrawerProps {
  title: string;
  meta?: string;
  size?: "normal" | "large";
  isError: boolean;
  /** What failed, in words; a general sentence otherwise. */
  gone?: string;
  onRetry?: () => void;
  onClose: () => void;
}

/** A drawer whose record is on its way, or could not be loaded. */
export function LoadingDrawer({ title, meta, size, isError, gone, onRetry, onClose }: LoadingDrawerProps) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={title} meta={meta} size={size}>
        {isError ? (
          <ErrorState description={gone} onRetry={onRetry} />
        ) : (
          <div className="space-y-5" role="status" aria-label={title}>
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-14 w-full" />
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}
