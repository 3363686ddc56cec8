"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { FileIcon } from "@/components/common/file-icon";
import { Badge } from "@/components/ui/badge";
import { Meter } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import type { DocumentFormat } from "@/db/schema/parsing";
import { filePreviewHref } from "@/lib/features/knowledge/paths";
import type { GapDetailDto } from "@/lib/features/knowledge-operations/gap-dto";
import { gapFilesQuery } from "@/lib/features/knowledge-operations/gap-hooks";

/** Files that came nearest to what a gap asks, of those the reader may read. */
export function GapFiles({ gap }: { gap: GapDetailDto }) {
  const t = useTranslations("knowledge-operations-gaps.panel");
  const { data, isPending } = useQuery(gapFilesQuery(gap.id));
  if (gap.title === null) return null;
  return (
    <section aria-label={t("files")} className="border-b px-5 py-3">
      <h3 className="mb-1 font-semibold text-sm">{t("files")}</h3>
      {isPending && <Skeleton className="h-8 w-full" />}
      {data?.items.length === 0 && <p className="text-fg-3 text-sm">{t("noFiles")}</p>}
      <ul>
        {data?.items.map(({ id, name, format, score, isNew }) => (
          <li key={id} className="flex min-h-8 items-center gap-2 text-sm">
            {format && <FileIcon format={format as DocumentFormat} size={16} />}
            <Link href={filePreviewHref(id)} prefetch={false} className="min-w-0 truncate hover:underline">
              {name}
            </Link>
            {isNew && <Badge tone="success">{t("newFile")}</Badge>}
            <Meter value={score * 100} label={name} className="ml-auto w-15 shrink-0" />
            <span className="tnum w-8 shrink-0 text-right text-fg-2 text-xs">{score.toFixed(2)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
