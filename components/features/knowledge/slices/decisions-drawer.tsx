"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { TextDiff } from "@/components/common/text-diff";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { SliceDecisionsDto } from "@/lib/features/knowledge/dto";
import { decisionsQuery, useSliceActions } from "@/lib/features/knowledge/slices-hooks";

type Decision = SliceDecisionsDto["items"][number];

interface DecisionsDrawerProps {
  fileId: string;
  onClose: () => void;
}

/** Slices made by hand whose words were not found again: each stays, takes a place, or goes (spec F3). */
export function DecisionsDrawer({ fileId, onClose }: DecisionsDrawerProps) {
  const t = useTranslations("knowledge-slices.decisions");
  const { data, isError, refetch } = useQuery(decisionsQuery(fileId));
  if (!data)
    return <LoadingDrawer title={t("title")} size="large" isError={isError} onRetry={refetch} onClose={onClose} />;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={t("count", { count: data.items.length })} size="large">
        {data.items.length === 0 ? (
          <p className="text-sm text-fg-2">{t("none")}</p>
        ) : (
          <ol className="space-y-4">
            {data.items.map((item) => (
              <li key={item.id}>
                <DecisionCard fileId={fileId} item={item} />
              </li>
            ))}
          </ol>
        )}
      </SheetContent>
    </Sheet>
  );
}

function DecisionCard({ fileId, item }: { fileId: string; item: Decision }) {
  const t = useTranslations("knowledge-slices.decisions");
  const { decide } = useSliceActions(fileId);
  const { id, text, original, isDisabled, reason, candidates } = item;
  return (
    <section aria-label={text.slice(0, 60)} className="rounded-md border">
      <div className="space-y-1.5 border-b p-3 text-sm">
        {isDisabled && <Badge>{t("disabled", { reason })}</Badge>}
        <p className="max-h-40 overflow-auto whitespace-pre-wrap break-words">{text}</p>
        {text !== original && (
          <details className="text-xs text-fg-2">
            <summary className="cursor-pointer">{t("original")}</summary>
            <TextDiff before={original} after={text} />
          </details>
        )}
      </div>
      {candidates.map(({ from, to, part, text: words, similarity }) => (
        <div key={from} className="flex items-start gap-3 border-b bg-subtle p-3 text-sm">
          <div className="min-w-0 flex-1">
            <p className="tnum mb-1 text-xs text-fg-3">{t("candidate", { part, similarity })}</p>
            <p className="line-clamp-4 whitespace-pre-wrap break-words text-fg-2">{words}</p>
          </div>
          <Button size="sm" disabled={decide.isPending} onClick={() => decide.mutate({ id, kind: "place", from, to })}>
            {t("place")}
          </Button>
        </div>
      ))}
      <div className="flex items-center justify-end gap-2 p-2">
        {candidates.length === 0 && <span className="mr-auto pl-1 text-xs text-fg-3">{t("noCandidate")}</span>}
        <Button
          variant="ghost"
          size="sm"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ id, kind: "drop" })}
        >
          {t("drop")}
        </Button>
        <Button size="sm" disabled={decide.isPending} onClick={() => decide.mutate({ id, kind: "keep" })}>
          {t("keep")}
        </Button>
      </div>
    </section>
  );
}
