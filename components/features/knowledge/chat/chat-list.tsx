"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ConversationList } from "@/components/chat/history/conversation-list";
import { useHistoryTexts } from "@/components/chat/history/use-texts";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { mainHref } from "@/lib/features/knowledge/paths";

/** Own conversations with bases in the sidebar; a new one begins with its bases. */
export function KnowledgeChatList({ currentId }: { currentId: string | null }) {
  const t = useTranslations("knowledge-chat.history");
  const router = useRouter();
  return (
    <ConversationList
      area={ABOUT_KNOWLEDGE}
      texts={useHistoryTexts(t, t("untitled"))}
      currentId={currentId ?? ""}
      onCreate={() => router.push(mainHref)}
    />
  );
}
