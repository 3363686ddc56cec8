"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import type { ConversationArea } from "@/lib/conversation/area";
import { useShareDialog } from "./use-share-dialog";

/** Shares the conversation in view, from its top bar; on a phone its menu in the list does. */
export function ShareButton({ area, id }: { area: ConversationArea; id: string }) {
  const t = useTranslations("chat.share");
  const share = useShareDialog(area);
  return (
    <span className="contents max-md:hidden">
      <IconButton icon={Share2} label={t("title")} size={32} aria-haspopup="dialog" onClick={() => share(id)} />
    </span>
  );
}
