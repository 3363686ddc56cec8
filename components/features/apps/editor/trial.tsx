"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import type { ArrangedProps } from "./arranging";
import { DraftTalk } from "./draft-talk";

/** The draft as its maker tries it; what is changed holds from the next question on. Nothing of it is kept. */
export function Trial(props: ArrangedProps) {
  const t = useTranslations("apps-editor.trial");
  return (
    <DraftTalk
      {...props}
      isStacked
      bar={({ isBegun, again }) => (
        <div className="flex h-12 shrink-0 items-center gap-1 border-b px-4 md:px-5">
          <h2 className="flex-1 truncate font-semibold text-sm">{t("title")}</h2>
          <IconButton icon={RotateCcw} label={t("anew")} disabled={!isBegun} onClick={again} />
        </div>
      )}
    />
  );
}
