"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/common/query-state";
import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { reportFailure } from "@/lib/client/report-failure";
import type { BaseDetailDto } from "@/lib/features/knowledge/dto";
import type { BaseExportDto } from "@/lib/features/knowledge/export-dto";
import { exportQuery, useExportActions } from "@/lib/features/knowledge/hooks";

/** An archive of the base: written in the background, taken by whoever asked for it (spec P4). */
export function ExportDrawer({ base, onClose }: { base: BaseDetailDto; onClose: () => void }) {
  const t = useTranslations("knowledge.export");
  const query = useQuery(exportQuery(base.id));
  const { begin, cancel, download } = useExportActions(base.id);
  const { data } = query;
  const isRunning = data?.status === "waiting" || data?.status === "running";
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        meta={base.name}
        className="space-y-4 text-sm"
        footer={
          isRunning && data.taskId ? (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(data.taskId!)}>
              {t("cancel")}
            </Button>
          ) : (
            <>
              <Button
                variant={data?.status === "done" ? "default" : "primary"}
                loading={begin.isPending}
                disabled={!data}
                onClick={() => begin.mutate()}
              >
                {t(data?.status === "done" ? "again" : "begin")}
              </Button>
              {data?.status === "done" && (
                <Button variant="primary" icon={Download} onClick={() => void download().catch(reportFailure)}>
                  {t("download")}
                </Button>
              )}
            </>
          )
        }
      >
        <p className="text-fg-2">{t("text")}</p>
        <QueryState query={query} className="h-12" />
        {data?.status && <State state={data} />}
      </SheetContent>
    </Sheet>
  );
}

function State({ state }: { state: BaseExportDto }) {
  const t = useTranslations("knowledge.export");
  const e = useTranslations("errors");
  const bytes = useBytes();
  const when = useWhen();
  const { status, progress, error, files, size, leftOut, finishedAt } = state;
  return (
    <div role="status" className="space-y-2 rounded-md border p-3">
      {(status === "waiting" || status === "running") && (
        <>
          <p>{t(status)}</p>
          <Meter value={progress} label={t(status)} />
        </>
      )}
      {status === "cancelled" && <p className="text-fg-2">{t("cancelled")}</p>}
      {status === "failed" && <p className="text-danger-ink">{t("failed", { reason: e(error ?? "unknown") })}</p>}
      {status === "done" && (
        <>
          <p>{t("ready", { files, size: bytes(size), when: finishedAt ? when(finishedAt) : "" })}</p>
          {leftOut > 0 && <p className="text-warning-ink">{t("leftOut", { count: leftOut })}</p>}
          <p className="text-fg-3 text-xs">{t("kept")}</p>
        </>
      )}
    </div>
  );
}
