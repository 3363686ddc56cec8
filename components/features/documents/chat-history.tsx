"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ConversationList } from "@/components/chat/history/conversation-list";
import { useHistoryTexts } from "@/components/chat/history/use-texts";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/conversation";

/** Conversations about documents; a new one begins with the choice of its documents. */
export function ChatHistory({ currentId }: { currentId: string | null }) {
  const t = useTranslations("documents.chats");
  const router = useRouter();
  return (
    <ConversationList
      area={ABOUT_DOCUMENTS}
      texts={useHistoryTexts(t, t("untitled"))}
      currentId={currentId ?? ""}
      onCreate={() => router.push(ABOUT_DOCUMENTS.screen)}
    />
  );
}
