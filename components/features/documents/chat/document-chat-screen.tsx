"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { StoredConversation } from "@/components/chat/stored-conversation";
import { firstMessagesQuery } from "@/lib/conversation/client/hooks";
import { readAsked } from "@/lib/features/documents/filter";
import { chatQuery } from "@/lib/features/documents/hooks";
import { DocumentsSidebar } from "../documents-sidebar";
import { DocumentConversation } from "./conversation";
import { StartScreen } from "./start-screen";

/** Conversations about documents: without one in the address, the place where they begin. */
export function DocumentChatScreen(options: ConversationOptions) {
  const { id, message } = readAsked(Object.fromEntries(useSearchParams()));
  return (
    <>
      <DocumentsSidebar folder={null} chatId={id} />
      {id ? <OneChat key={id} id={id} message={message} options={options} /> : <StartScreen />}
    </>
  );
}

function OneChat({ id, message, options }: { id: string; message: string | null; options: ConversationOptions }) {
  const t = useTranslations("documents.chats");
  const chat = useQuery(chatQuery(id));
  const messages = useQuery(firstMessagesQuery(id, message));
  return (
    <StoredConversation chat={chat} messages={messages} title={t("heading")} gone={<StartScreen notice={t("gone")} />}>
      {(stored, said) => (
        <DocumentConversation key={message} chat={stored} messages={said} options={options} target={message} />
      )}
    </StoredConversation>
  );
}
