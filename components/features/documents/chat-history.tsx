"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ConversationList } from "@/components/chat/history/conversation-list";
import type { HistoryTexts } from "@/components/chat/history/use-commands";
import { useConversationPalette } from "@/components/chat/history/use-conversation-palette";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/conversation";

/** Conversations about documents; a new one begins with the choice of its documents. */
export function ChatHistory({ currentId }: { currentId: string | null }) {
  const t = useTranslations("documents.chats");
  const router = useRouter();
  useConversationPalette();
  const texts = useMemo(
    (): HistoryTexts => ({
      heading: t("heading"),
      create: t("create"),
      search: t("search"),
      untitled: t("untitled"),
      name: t("name"),
      renameTitle: t("renameTitle"),
      deleteTitle: t("deleteTitle"),
      deleteText: (title) => t("deleteText", { title }),
    }),
    [t],
  );
  return (
    <ConversationList
      area={ABOUT_DOCUMENTS}
      texts={texts}
      currentId={currentId ?? ""}
      onCreate={() => router.push(ABOUT_DOCUMENTS.screen)}
    />
  );
}
