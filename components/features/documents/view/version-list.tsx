"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/common/error-state";
import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-moments";
import { Skeleton } from "@/components/ui/skeleton";
import type { DocumentVersionDto } from "@/lib/features/documents/dto";
import { versionsQuery } from "@/lib/features/documents/hooks";
import { DocumentState } from "../document-state";

interface VersionListProps {
  documentId: string;
  /** In the reader now. */
  shownId: string;
  onOpen: (version: DocumentVersionDto) => void;
}

/** Versions of a document, the newest first; each can be opened, also those that were replaced (spec D5). */
export function VersionList({ documentId, shownId, onOpen }: VersionListProps) {
  const t = useTranslations("documents.versions");
  const bytes = useBytes();
  const when = useWhen();
  const { data, isError, refetch } = useQuery(versionsQuery(documentId));
  if (!data) {
    return isError ? (
      <ErrorState onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={t("loading")} className="space-y-2">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    );
  }
  return (
    <ul className="space-y-1.5">
      {data.items.map((version) => {
        const { versionId, number, size, isCurrent, parse, createdAt } = version;
        return (
          <li key={versionId}>
            <button
              type="button"
              disabled={parse.status !== "ready"}
              aria-current={versionId === shownId}
              onClick={() => onOpen(version)}
              className="flex w-full items-center gap-3 rounded-md border px-3 py-2 text-left text-sm transition-colors enabled:hover:border-border-strong enabled:hover:bg-subtle aria-[current=true]:border-primary-line aria-[current=true]:bg-primary-soft disabled:text-fg-3 pointer-coarse:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t("number", { number })}</span>
                <span className="tnum block text-xs text-fg-2">
                  {when(createdAt)} · {bytes(size)}
                </span>
              </span>
              {parse.status !== "ready" && <DocumentState parse={parse} />}
              {isCurrent && <span className="shrink-0 text-xs text-fg-2">{t("current")}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
