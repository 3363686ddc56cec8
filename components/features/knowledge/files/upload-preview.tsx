"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import type { FileUpload } from "@/lib/features/knowledge/file-uploads";
import type { Segmentation } from "@/lib/retrieval/types";
import { FileState } from "./file-state";

const SegmentationPreview = lazy(() =>
  import("../segmentation/segmentation-preview").then((module) => ({ default: module.SegmentationPreview })),
);

interface UploadPreviewProps {
  items: readonly FileUpload[];
  /** As they stand at this moment, by id. */
  now: ReadonlyMap<string, KnowledgeFileDto>;
  segmentation: Segmentation;
}

/** It has words that can be cut. */
const isRead = ({ status, finishedAt }: KnowledgeFileDto) =>
  status !== "parsing" && status !== "parse_failed" && !(status === "uploaded" && finishedAt === null);

/** One file of an upload as it would be cut, before anything is (spec F1): each can be looked at as soon as it is read. */
export function UploadPreview({ items, now, segmentation }: UploadPreviewProps) {
  const t = useTranslations("knowledge-files.upload");
  const [chosen, setChosen] = useState<string | null>(null);
  const files = items.flatMap(({ state }) => (state.kind === "stored" ? [now.get(state.value.id) ?? state.value] : []));
  const file = files.find(({ id }) => id === chosen) ?? files.find(isRead) ?? files[0];
  const loading = (
    <p role="status" className="flex items-center gap-2 p-5 text-fg-3 text-sm">
      <Spinner size={14} />
      {t("previewSoon")}
    </p>
  );
  return (
    <section aria-label={t("preview")} className="flex min-h-0 min-w-0 flex-1 flex-col max-md:min-h-[70dvh]">
      {file && (
        <div className="flex shrink-0 flex-wrap items-center gap-3 border-b px-4 py-2">
          <Select
            size="sm"
            aria-label={t("previewFile")}
            value={file.id}
            onValueChange={setChosen}
            options={files.map(({ id, name }) => ({ value: id, label: name }))}
            className="min-w-0 max-w-full"
          />
          <span className="tnum text-fg-3 text-xs">
            {t("previewAt", { at: files.indexOf(file) + 1, total: files.length })}
          </span>
          {!isRead(file) && <FileState file={file} />}
        </div>
      )}
      {file && isRead(file) ? (
        <div className="min-h-0 flex-1">
          <Suspense fallback={loading}>
            <LazyMessages areas={["knowledge-slices"]}>
              <SegmentationPreview key={file.id} fileId={file.id} versionId={file.versionId} a={segmentation} />
            </LazyMessages>
          </Suspense>
        </div>
      ) : file?.status === "parse_failed" ? (
        <p className="p-5 text-fg-3 text-sm">{t("previewNone")}</p>
      ) : (
        loading
      )}
    </section>
  );
}
