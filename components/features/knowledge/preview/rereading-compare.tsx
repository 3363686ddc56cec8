"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, OctagonX, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Notice } from "@/components/common/notice";
import { PanelState } from "@/components/common/query-state";
import { SideDiff } from "@/components/common/side-diff";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { Pagination } from "@/components/ui/pagination";
import { toast } from "@/lib/client/toast";
import { rereadingQuery, rereadPageQuery, useFileActions } from "@/lib/features/knowledge/file-hooks";
import { filePreviewHref } from "@/lib/features/knowledge/paths";
import type { RereadingDto } from "@/lib/features/knowledge/reading-dto";

/** A file by two readings, page by page, and what becomes of the new one (spec F10). */
export function RereadingCompare({ fileId, baseId }: { fileId: string; baseId: string }) {
  const t = useTranslations("knowledge-slices.rereading");
  const errorText = useErrorText();
  const router = useRouter();
  const query = useQuery(rereadingQuery(fileId));
  const { decide, batch } = useFileActions(baseId);
  const end = (isTaken: boolean) =>
    decide.mutate(
      { id: fileId, isTaken },
      {
        onSuccess: () => {
          toast.success(isTaken ? t("taken") : t("dropped"));
          router.replace(filePreviewHref(fileId));
          router.refresh();
        },
      },
    );
  const drop = (
    <Button icon={OctagonX} loading={decide.isPending} onClick={() => end(false)}>
      {query.data?.status === "running" ? t("stop") : t("drop")}
    </Button>
  );
  if (!query.data) return <PanelState query={query} failed={t("gone")} />;
  const { status, progress, error, isOutdated } = query.data;
  if (status === "running") {
    return (
      <State text={t("running", { progress })} hint={t("leave")}>
        {drop}
      </State>
    );
  }
  if (status === "failed") {
    return (
      <State text={t("failed")} hint={errorText(error)}>
        {!isOutdated && (
          <Button
            icon={RotateCcw}
            loading={batch.isPending}
            onClick={() => batch.mutate({ ids: [fileId], action: { kind: "reread" } })}
          >
            {t("retry")}
          </Button>
        )}
        {drop}
      </State>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isOutdated && <Notice icon={CircleAlert}>{t("outdated")}</Notice>}
      <div className="flex flex-wrap items-center gap-2 border-b px-5 py-2">
        <p className="min-w-0 flex-1 text-fg-2 text-sm">{t("about")}</p>
        {drop}
        {!isOutdated && (
          <Button variant="primary" loading={decide.isPending} onClick={() => end(true)}>
            {t("take")}
          </Button>
        )}
      </div>
      <Pages fileId={fileId} rereading={query.data} />
    </div>
  );
}

function State({ text, hint, children }: { text: string; hint: string; children: React.ReactNode }) {
  return (
    <div className="m-auto flex max-w-120 flex-col items-center gap-3 px-4 py-10 text-center">
      <p role="status" className="font-medium">
        {text}
      </p>
      <p className="text-fg-2 text-sm">{hint}</p>
      <div className="flex gap-2">{children}</div>
    </div>
  );
}

function Pages({ fileId, rereading }: { fileId: string; rereading: RereadingDto }) {
  const t = useTranslations("knowledge-slices.rereading");
  const [page, setPage] = useState(1);
  const query = useQuery(rereadPageQuery(fileId, page));
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <PanelState query={query} />
        {query.data && (
          <>
            <h2 className="mb-3 font-semibold">{t("page", { page: query.data.number, pages: rereading.pages })}</h2>
            <SideDiff
              before={query.data.before}
              after={query.data.after}
              labels={{ before: t("before"), after: t("after") }}
              empty={t("empty")}
            />
          </>
        )}
      </div>
      {rereading.pages > 1 && <Pagination page={page} pageSize={1} total={rereading.pages} onPageChange={setPage} />}
    </>
  );
}
