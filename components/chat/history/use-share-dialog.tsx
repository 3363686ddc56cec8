"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { useLinksDialog } from "@/components/sharing/use-links-dialog";
import type { ConversationArea } from "@/lib/conversation/area";

const ShareForm = lazy(() => import("./share-form").then((module) => ({ default: module.ShareForm })));

/** Opens what shares a conversation of an area, or one answer of it. */
export function useShareDialog({ screen }: Pick<ConversationArea, "screen">): (id: string, answerId?: string) => void {
  const t = useTranslations("chat.share");
  const open = useLinksDialog();
  return (id, answerId) =>
    open(t(answerId ? "titleAnswer" : "title"), <ShareForm id={id} answerId={answerId} screen={screen} />);
}
