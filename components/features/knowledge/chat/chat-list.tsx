"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ConversationList } from "@/components/chat/history/conversation-list";
import type { HistoryTexts } from "@/components/chat/history/use-commands";
import { useConversationPalette } from "@/components/chat/history/use-conversation-palette";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { mainHref } from "@/lib/features/knowledge/paths";

/** Own conversations with bases in the sidebar; a new one begins with its bases. */
export function KnowledgeChatList({ currentId }: { currentId: string | null }) {
  const t = useTranslations("knowledge-chat.history");
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
      area={ABOUT_KNOWLEDGE}
      texts={texts}
      currentId={currentId ?? ""}
      onCreate={() => router.push(mainHref)}
    />
  );
}
