"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useDialogs } from "@/components/common/use-dialogs";
import type { ConversationArea } from "@/lib/conversation/area";

const ShareForm = lazy(() => import("./share-form").then((module) => ({ default: module.ShareForm })));

/** Opens what shares a conversation of an area, or one answer of it. */
export function useShareDialog({ screen }: Pick<ConversationArea, "screen">): (id: string, answerId?: string) => void {
  const t = useTranslations("chat.share");
  const dialogs = useDialogs();
  return (id, answerId) =>
    void dialogs
      .open({
        title: t(answerId ? "titleAnswer" : "title"),
        okButton: null,
        cancelButton: t("close"),
        content: (
          <LazyBoundary fallback={<PanelSkeleton />} onFailure={() => undefined}>
            <ShareForm id={id} answerId={answerId} screen={screen} />
          </LazyBoundary>
        ),
      })
      // Closed: nothing is left to do.
      .catch(() => undefined);
}
