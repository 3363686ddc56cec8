"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { PanelState } from "@/components/common/query-state";
import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-when";
import { IconButton } from "@/components/ui/icon-button";
import { fileVersionsQuery } from "@/lib/features/knowledge/file-hooks";

interface VersionListProps {
  fileId: string;
  onDownload: (versionId: string) => void;
}

/** Versions of a file, the newest first, with the one that answers (spec F5). */
export function VersionList({ fileId, onDownload }: VersionListProps) {
  const t = useTranslations("knowledge-files.versions");
  const bytes = useBytes();
  const when = useWhen();
  const query = useQuery(fileVersionsQuery(fileId));
  return (
    <>
      <PanelState query={query} />
      <ul className="divide-y">
        {query.data?.items.map(({ versionId, number, size, isCurrent, isAnswering, createdAt }) => (
          <li key={versionId} className="flex min-h-12 items-center gap-3 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t("number", { number })}</span>
              <span className="tnum block text-fg-3 text-xs">
                {when(createdAt)} · {bytes(size)}
              </span>
            </span>
            <span className="text-fg-2 text-xs">
              {isAnswering ? t("answering") : isCurrent ? t("notReady") : t("replaced")}
            </span>
            <IconButton icon={Download} label={t("download", { number })} onClick={() => onDownload(versionId)} />
          </li>
        ))}
      </ul>
    </>
  );
}
