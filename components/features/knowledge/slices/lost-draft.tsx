"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";

/** Words typed into a slice that somebody else joined, parted or cut away: they stay until their writer has put them elsewhere. */
export function LostDraft({ text, onDrop }: { text: string; onDrop: () => void }) {
  const t = useTranslations("knowledge-slices.editor.lost");
  return (
    <div role="alert" className="shrink-0 space-y-2 border-b bg-warning-soft px-5 py-2 text-sm text-warning-ink">
      <p>{t("told")}</p>
      <Textarea readOnly aria-label={t("text")} rows={3} value={text} className="text-fg" />
      <div className="flex items-center gap-2">
        <CopyButton text={text} label={t("copy")} />
        <Button size="sm" onClick={onDrop}>
          {t("drop")}
        </Button>
      </div>
    </div>
  );
}
