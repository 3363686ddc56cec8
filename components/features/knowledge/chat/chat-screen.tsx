"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { StoredConversation } from "@/components/chat/stored-conversation";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { readAsked } from "@/lib/conversation/client/history-address";
import { firstMessagesQuery } from "@/lib/conversation/client/hooks";
import { chatQuery } from "@/lib/features/knowledge/chat-hooks";
import { KnowledgeSidebar } from "../knowledge-sidebar";
import type { ChosenBase } from "./base-picker";
import { KnowledgeConversation } from "./conversation";
import type { QuestionOffers } from "./offers";
import { KnowledgeStart } from "./start";

interface KnowledgeChatScreenProps {
  options: ConversationOptions;
  /** Of the screen of one base. */
  base?: ChosenBase;
  /** Questions that are recommended where a conversation begins. */
  offers?: QuestionOffers;
}

/** Conversations with bases: without one in the address, the place where they begin. */
export function KnowledgeChatScreen({ options, base, offers }: KnowledgeChatScreenProps) {
  const { session, message } = readAsked(Object.fromEntries(useSearchParams()));
  return (
    <>
      <KnowledgeSidebar baseId={base?.id ?? null} chatId={session} />
      {session ? (
        <OneChat key={session} id={session} message={message} options={options} />
      ) : (
        <KnowledgeStart key={base?.id} options={options} base={base} offers={offers} />
      )}
    </>
  );
}

function OneChat({ id, message, options }: { id: string; message: string | null; options: ConversationOptions }) {
  const t = useTranslations("knowledge-chat");
  const chat = useQuery(chatQuery(id));
  const messages = useQuery(firstMessagesQuery(id, message));
  return (
    <StoredConversation chat={chat} messages={messages} title={t("title")} gone={<NotFoundPanel />}>
      {(stored, said) => (
        <KnowledgeConversation key={message} chat={stored} messages={said} options={options} target={message} />
      )}
    </StoredConversation>
  );
}
