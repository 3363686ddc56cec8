"use client";

import { useTranslations } from "next-intl";
import { FullState } from "@/components/common/full-state";
import { Meter } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import type { NotReadyData } from "@/lib/features/reader/dto";

const LINES = ["w-1/2", "w-full", "w-11/12", "w-full", "w-10/12", "w-2/3", "w-full", "w-3/4"];

/** A page in the making. */
export function Loading() {
  const t = useTranslations("reader.state");
  return (
    <div role="status" aria-label={t("loading")} className="min-h-0 flex-1 overflow-hidden bg-canvas p-6">
      <div className="mx-auto max-w-160 space-y-4 rounded-xs border bg-paper p-[9%] shadow-sm">
        {LINES.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without meaning
          <Skeleton key={index} className={width} />
        ))}
      </div>
    </div>
  );
}

/** The file is still being read; the view opens by itself when that is done. */
export function Reading({ state: { progress, status } }: { state: NotReadyData }) {
  const t = useTranslations("reader.state");
  return (
    <FullState kind="empty" role="status" title={t("reading")} description={t("readingHint")}>
      {status === "parsing" && (
        <div className="mt-6 w-56">
          <Meter value={progress} label={t("progress", { progress })} />
        </div>
      )}
    </FullState>
  );
}

/** Deleted, or no right to read it any more: what it was called is not told (spec D5). */
export function Gone() {
  const t = useTranslations("reader.state");
  return <FullState kind="empty" role="status" title={t("gone")} description={t("goneHint")} />;
}
