"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download, GitCompare } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { SideDiff } from "@/components/common/side-diff";
import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { fileVersionsQuery, versionChangesQuery } from "@/lib/features/knowledge/file-hooks";

interface VersionListProps {
  fileId: string;
  onDownload: (versionId: string) => void;
}

interface Compared {
  versionId: string;
  number: number;
  before: number;
}

/** Versions of a file, the newest first, with the one that answers (spec F5), and what each changed. */
export function VersionList({ fileId, onDownload }: VersionListProps) {
  const t = useTranslations("knowledge-files.versions");
  const bytes = useBytes();
  const when = useWhen();
  const query = useQuery(fileVersionsQuery(fileId));
  const [compared, setCompared] = useState<Compared | null>(null);
  if (compared) return <Changes fileId={fileId} compared={compared} onBack={() => setCompared(null)} />;
  const items = query.data?.items ?? [];
  return (
    <>
      <PanelState query={query} />
      <ul className="divide-y">
        {items.map(({ versionId, number, size, isCurrent, isAnswering, createdAt }, index) => {
          const earlier = items[index + 1];
          return (
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
              {earlier && (
                <IconButton
                  icon={GitCompare}
                  label={t("changes", { number })}
                  onClick={() => setCompared({ versionId, number, before: earlier.number })}
                />
              )}
              <IconButton icon={Download} label={t("download", { number })} onClick={() => onDownload(versionId)} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Changes({ fileId, compared, onBack }: { fileId: string; compared: Compared; onBack: () => void }) {
  const t = useTranslations("knowledge-files.versions");
  const query = useQuery(versionChangesQuery(fileId, compared.versionId));
  return (
    <div className="space-y-3">
      <Button size="sm" variant="ghost" icon={ArrowLeft} onClick={onBack}>
        {t("back")}
      </Button>
      <PanelState query={query} failed={t("unread")} />
      {query.data && (
        <>
          {query.data.isCut && <p className="text-fg-3 text-xs">{t("cut")}</p>}
          <SideDiff
            before={query.data.before}
            after={query.data.after}
            labels={{
              before: t("number", { number: compared.before }),
              after: t("number", { number: compared.number }),
            }}
            empty={t("empty")}
          />
        </>
      )}
    </div>
  );
}
