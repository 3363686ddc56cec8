"use client";

import { useQuery } from "@tanstack/react-query";
import { Image as ImageIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DocumentPicture } from "@/components/common/document-picture";
import { ErrorState } from "@/components/common/error-state";
import { Notice } from "@/components/common/notice";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { SliceLineDto } from "@/lib/features/knowledge/dto";
import { settingsHref } from "@/lib/features/knowledge/paths";
import { sliceQuery } from "@/lib/features/knowledge/slices-hooks";
import type { PictureFacts } from "@/lib/retrieval/types";

interface PictureSliceProps {
  fileId: string;
  line: SliceLineDto;
  onClose: () => void;
}

/** A picture opened in its row: itself, and what a model says of it. Nobody edits that: it is made anew with the file. */
export function PictureSlice({ fileId, line, onClose }: PictureSliceProps) {
  const t = useTranslations("knowledge-slices");
  const { data, error, refetch } = useQuery(sliceQuery(fileId, line.id));
  if (error) return <ErrorState description={error.message || undefined} onRetry={() => refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a row, with a name of its own
    <div
      role="group"
      aria-label={t("editor.label", { number: line.number })}
      className="rounded-md border border-primary-line bg-background shadow-sm"
    >
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-1.5 text-sm">
        <span className="tnum font-semibold">#{line.number}</span>
        <span className="min-w-0 flex-1 truncate text-xs text-fg-3">{data.heading}</span>
      </div>
      {data.picture && (
        <DocumentPicture
          versionId={data.picture.versionId}
          name={data.picture.name}
          alt={t("list.picture")}
          className="max-h-72 w-full border-b"
        />
      )}
      <p className="whitespace-pre-wrap p-3 text-base wrap-anywhere">{data.text}</p>
      <div className="flex items-center justify-end gap-2 border-t px-3 py-2 text-xs text-fg-3">
        <span className="mr-auto">{t("picture.made")}</span>
        <Button onClick={onClose}>{t("picture.close")}</Button>
      </div>
    </div>
  );
}

const LEFT_OUT = ["small", "repeated", "pages", "silent", "refused", "over"] as const;

/** What became of the pictures of a file, where some have no slice. */
export function PictureNotice({ facts, baseId }: { facts: PictureFacts; baseId: string | null }) {
  const t = useTranslations("knowledge-slices.picture");
  const router = useRouter();
  const left = LEFT_OUT.filter((reason) => facts[reason] > 0).map((reason) => t(reason, { count: facts[reason] }));
  if (facts.waiting > 0) {
    const action = baseId ? { label: t("settings"), onClick: () => router.push(settingsHref(baseId)) } : undefined;
    return (
      <Notice icon={ImageIcon} action={action}>
        {t("waiting", { count: facts.waiting })}
      </Notice>
    );
  }
  if (left.length === 0 && !facts.isUnseen) return null;
  return (
    <p className="flex items-center gap-2 border-b px-5 py-1.5 text-fg-3 text-xs">
      <ImageIcon aria-hidden size={14} className="shrink-0" />
      <span className="min-w-0">
        {facts.isUnseen ? t("unseen") : t("left", { described: facts.described, reasons: left.join(t("and")) })}
      </span>
    </p>
  );
}
