"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { newestDraftQuery } from "@/lib/features/apps/hooks";

interface StaleDraftProps {
  id: string;
  /** Shows the newest draft; what was typed here is given up. */
  onTake: () => void;
  /** Keeps what is typed here over the newest draft. */
  onKeep: (revision: number) => void;
}

/** Somebody else saved this draft meanwhile: nothing is lost until its maker says which one stays. */
export function StaleDraft({ id, onTake, onKeep }: StaleDraftProps) {
  const t = useTranslations("apps-editor.stale");
  const { data } = useQuery(newestDraftQuery(id));
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-b bg-warning-soft px-5 py-2 text-sm text-warning-ink"
    >
      <span className="min-w-0 flex-1">{t("text", { name: data?.savedBy?.name ?? t("somebody") })}</span>
      <Button size="sm" onClick={onTake}>
        {t("take")}
      </Button>
      <Button size="sm" disabled={!data} onClick={() => data && onKeep(data.revision)}>
        {t("keep")}
      </Button>
    </div>
  );
}
