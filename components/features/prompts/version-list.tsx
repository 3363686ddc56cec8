"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { TextDiff } from "@/components/common/text-diff";
import { useMoments } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { PromptDetail, PromptVersionDto } from "@/lib/features/prompts/dto";
import { type PromptDoor, usePromptActions, versionQuery, versionsQuery } from "@/lib/features/prompts/hooks";

interface VersionListProps {
  door: PromptDoor;
  prompt: PromptDetail;
}

/** Every saved text, the newest first: compared with the newest, restored, and in the console released. */
export function VersionList({ door, prompt }: VersionListProps) {
  const t = useTranslations("prompts.versions");
  const query = useQuery(versionsQuery(door, prompt.id));
  if (query.isError && !query.data) {
    return <ErrorState description={t("failed")} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton className="h-40 w-full" />;
  return (
    <ol aria-label={t("list")} className="divide-y rounded-md border">
      {query.data.map((version) => (
        <li key={version.version} className="px-3.5 py-3">
          <VersionRow door={door} prompt={prompt} version={version} />
        </li>
      ))}
    </ol>
  );
}

function VersionRow({ door, prompt, version: row }: VersionListProps & { version: PromptVersionDto }) {
  const t = useTranslations("prompts");
  const moments = useMoments();
  const [isCompared, setIsCompared] = useState(false);
  const { rollBack, release } = usePromptActions(door);
  const { version, note, isReleased } = row;
  const isNewest = version === prompt.newestVersion;
  const date = moments.minute(row.createdAt);
  const author = row.author ?? t(prompt.isShipped ? "creator.product" : "creator.organisation");

  const handleRollBack = () =>
    confirm({
      title: t("versions.rollBackTitle", { version }),
      description: t("versions.rollBackText", { version }),
      okButton: t("versions.rollBack"),
      onOk: async () => {
        await rollBack.mutateAsync({ id: prompt.id, version });
        toast.success(t("versions.rolledBack", { version }));
      },
    });
  const handleRelease = () =>
    release.mutate(
      { id: prompt.id, version },
      { onSuccess: () => toast.success(t("versions.released1", { version })) },
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="tnum font-semibold text-sm">v{version}</span>
        {isNewest && <Badge>{t("versions.current")}</Badge>}
        {isReleased && <Badge tone="success">{t("versions.released")}</Badge>}
        <span className="ml-auto text-fg-3 text-xs">{t("versions.by", { author, date })}</span>
      </div>
      {note && <p className="mt-1 text-fg-2 text-sm [overflow-wrap:anywhere]">{note}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {!isNewest && (
          <>
            <Button
              size="sm"
              aria-expanded={isCompared}
              aria-label={isCompared ? undefined : t("versions.compareOf", { version })}
              onClick={() => setIsCompared(!isCompared)}
            >
              {t(isCompared ? "versions.hide" : "versions.compare")}
            </Button>
            <Button
              size="sm"
              aria-label={t("versions.rollBackOf", { version })}
              loading={rollBack.isPending}
              onClick={() => void handleRollBack()}
            >
              {t("versions.rollBack")}
            </Button>
          </>
        )}
        {door === "console" && !isReleased && (
          <Button
            size="sm"
            aria-label={t("versions.releaseOf", { version })}
            loading={release.isPending}
            onClick={handleRelease}
          >
            {t("versions.release")}
          </Button>
        )}
      </div>
      {isCompared && <Comparison door={door} prompt={prompt} version={version} />}
    </>
  );
}

function Comparison({ door, prompt, version }: VersionListProps & { version: number }) {
  const t = useTranslations("prompts.versions");
  const before = useQuery(versionQuery(door, prompt.id, version));
  const after = useQuery(versionQuery(door, prompt.id, prompt.newestVersion));
  if (before.isError || after.isError) return <p className="mt-2 text-danger-ink text-sm">{t("failedOne")}</p>;
  if (!before.data || !after.data) return <Skeleton className="mt-2 h-20 w-full" />;
  const whole = ({ name, description, content }: { name: string; description: string; content: string }) =>
    [name, description, content].join("\n\n");
  return (
    <div className="mt-3 rounded-sm bg-subtle px-3 py-2">
      <TextDiff before={whole(before.data)} after={whole(after.data)} />
    </div>
  );
}
