"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useWhen } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { DraftDto } from "@/lib/features/knowledge/draft-dto";
import { useDraftActions } from "@/lib/features/knowledge/draft-hooks";
import { filePreviewHref } from "@/lib/features/knowledge/paths";
import { DraftState } from "./draft-state";

/** Drafts as their author sees them: where they are, what became of them, and why. */
export function OwnDraftList({ drafts }: { drafts: readonly DraftDto[] }) {
  const t = useTranslations("knowledge-drafts.own");
  const when = useWhen();
  const { withdraw } = useDraftActions();
  return (
    <ul className="divide-y rounded-md border">
      {drafts.map(({ id, title, base, state, reason, fileId, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <div className="min-w-0 flex-1 basis-60">
            <p className="truncate">{title}</p>
            <p className="truncate text-fg-3 text-xs">
              {t("in", { base: base?.name ?? t("gone"), when: when(createdAt) })}
            </p>
            {reason && <p className="wrap-anywhere text-fg-2">{t("reason", { reason })}</p>}
          </div>
          <DraftState state={state} />
          {fileId && (
            <Link href={filePreviewHref(fileId)} className="text-primary-ink hover:underline">
              {t("file")}
            </Link>
          )}
          {state === "open" && (
            <Button
              size="sm"
              variant="ghost"
              loading={withdraw.isPending && withdraw.variables === id}
              onClick={() => withdraw.mutate(id, { onSuccess: () => toast.success(t("withdrawn")) })}
            >
              {t("withdraw")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
