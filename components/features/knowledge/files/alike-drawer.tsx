"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { QueryState } from "@/components/common/query-state";
import { TextDiff } from "@/components/common/text-diff";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { AlikeFilesDto } from "@/lib/features/knowledge/alike-dto";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { alikeQuery, alikeTextsQuery, useAlikeActions } from "@/lib/features/knowledge/file-hooks";

interface AlikeDrawerProps {
  file: KnowledgeFileDto;
  onClose: () => void;
}

/** Files one is nearly the same as: both stay, one takes the other's place, or this one goes (spec F6). */
export function AlikeDrawer({ file, onClose }: AlikeDrawerProps) {
  const t = useTranslations("knowledge-files.alike");
  const { data, isError, refetch } = useQuery(alikeQuery(file.id));
  const { remove } = useAlikeActions();
  if (!data)
    return <LoadingDrawer title={t("title")} size="large" isError={isError} onRetry={refetch} onClose={onClose} />;
  const handleTrash = async () => {
    const isDone = await remove.mutateAsync(file.id).then(
      () => true,
      () => false,
    );
    if (isDone) onClose();
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        meta={file.name}
        size="large"
        footer={
          data.items.length > 0 && (
            <Button variant="danger" loading={remove.isPending} onClick={() => void handleTrash()}>
              {t("trash")}
            </Button>
          )
        }
      >
        {data.items.length === 0 && <p className="text-fg-2 text-sm">{t("none")}</p>}
        <ul className="space-y-4">
          {data.items.map((other) => (
            <li key={other.id}>
              <Pair file={file} other={other} onReplaced={onClose} />
            </li>
          ))}
        </ul>
      </SheetContent>
    </Sheet>
  );
}

interface PairProps {
  file: KnowledgeFileDto;
  other: AlikeFilesDto["items"][number];
  onReplaced: () => void;
}

function Pair({ file, other, onReplaced }: PairProps) {
  const t = useTranslations("knowledge-files.alike");
  const { decide: decision } = useAlikeActions();
  const [isCompared, setCompared] = useState(false);
  const { id: otherId, name, baseName, likeness, mayReplace } = other;
  const decide = async (kind: "keep" | "replace") => {
    const isDone = await decision.mutateAsync({ id: file.id, otherId, kind }).then(
      () => true,
      () => false,
    );
    if (isDone && kind === "replace") onReplaced();
  };
  return (
    <section aria-label={name} className="rounded-md border">
      <div className="flex flex-wrap items-center gap-2 p-3 text-sm">
        <span className="min-w-0 flex-1 truncate">{t("pair", { name, base: baseName })}</span>
        {/* Rounded down: nearly the same is never told as the same. */}
        <Badge tone="warning">{t("likeness", { percent: Math.floor(likeness * 100) })}</Badge>
      </div>
      {isCompared ? (
        <Texts id={file.id} otherId={otherId} />
      ) : (
        <div className="px-3 pb-2">
          <Button size="sm" variant="ghost" onClick={() => setCompared(true)}>
            {t("compare")}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 border-t p-2">
        {mayReplace && <span className="mr-auto pl-1 text-fg-3 text-xs">{t("replaceHint", { name })}</span>}
        <Button size="sm" disabled={decision.isPending} onClick={() => void decide("keep")}>
          {t("keep")}
        </Button>
        {mayReplace && (
          <Button size="sm" disabled={decision.isPending} onClick={() => void decide("replace")}>
            {t("replace")}
          </Button>
        )}
      </div>
    </section>
  );
}

function Texts({ id, otherId }: { id: string; otherId: string }) {
  const t = useTranslations("knowledge-files.alike");
  const query = useQuery(alikeTextsQuery(id, otherId));
  if (!query.data) return <QueryState query={query} />;
  return (
    <div className="max-h-96 overflow-auto border-t p-3">
      {query.data.isCut && <p className="mb-2 text-fg-3 text-xs">{t("cut")}</p>}
      <TextDiff before={query.data.before} after={query.data.after} />
    </div>
  );
}
