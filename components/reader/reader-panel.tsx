"use client";

import "./reader.css";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { FileIcon } from "@/components/common/file-icon";
import { ApiError } from "@/lib/client/api-error";
import { documentQuery, underWay } from "@/lib/features/reader/hooks";
import { preloadPdf } from "./document-view";
import { OpenDocument } from "./open-document";
import { usePdf } from "./pdf/use-pdf";
import { SourceTabs } from "./source-tabs";
import { Gone, Loading, Reading } from "./states";
import { Head } from "./toolbar";
import type { ReaderProps } from "./types";

export { preloadPdf };

/** The reader itself; see `Reader`. */
export function ReaderPanel(props: ReaderProps) {
  const { versionId, citations, activeId, onActiveChange, onClose } = props;
  const t = useTranslations("reader");
  const root = useRef<HTMLElement>(null);
  // The newer version a person asked for, as long as the same cited one is meant.
  const [newer, setNewer] = useState<{ of: string; versionId: string } | null>(null);
  const shown = newer?.of === versionId ? newer.versionId : versionId;
  const { data: document, error, refetch } = useQuery(documentQuery(shown));
  const files = new Set(citations.map((citation) => citation.versionId));
  const waiting = underWay(error);
  const isPdf = citations.some((citation) => citation.versionId === versionId && citation.format === "pdf");

  // A cited pdf is opened while it is still being asked what it holds.
  usePdf(isPdf && shown === versionId ? versionId : null);
  useEffect(() => {
    if (isPdf) preloadPdf();
  }, [isPdf]);

  return (
    <section
      ref={root}
      aria-label={t("title")}
      data-reader={shown}
      className="flex h-full min-w-0 flex-col bg-background"
    >
      <Head onClose={onClose}>
        {files.size > 1 ? (
          <SourceTabs citations={citations} versionId={versionId} activeId={activeId} onActiveChange={onActiveChange} />
        ) : (
          (document ?? waiting) && (
            <span className="flex min-w-0 items-center gap-2 px-2 text-sm font-semibold">
              <FileIcon format={(document ?? waiting!).format} />
              <span className="truncate" title={(document ?? waiting!).fileName}>
                {(document ?? waiting!).fileName}
              </span>
            </span>
          )
        )}
      </Head>
      {waiting ? (
        <Reading state={waiting} />
      ) : document ? (
        <OpenDocument
          key={document.versionId}
          {...props}
          root={root}
          document={document}
          isNewer={shown !== versionId}
          onNewer={() => document.replacedBy && setNewer({ of: versionId, versionId: document.replacedBy.versionId })}
          onCited={() => setNewer(null)}
        />
      ) : !error ? (
        <Loading />
      ) : error instanceof ApiError && error.code === 404 ? (
        <Gone />
      ) : (
        <ErrorState description={error.message || undefined} onRetry={() => refetch()} />
      )}
    </section>
  );
}
