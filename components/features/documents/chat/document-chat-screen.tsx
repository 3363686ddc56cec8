"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TopBar } from "@/components/layout/top-bar";
import { ApiError } from "@/lib/client/api-error";
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
  if (chat.data && messages.data) {
    return (
      <DocumentConversation
        key={message}
        chat={chat.data}
        messages={messages.data}
        options={options}
        target={message}
      />
    );
  }
  const error = chat.error ?? messages.error;
  if (!error) return <PanelSkeleton />;
  const isGone = error instanceof ApiError && error.code === 404;
  return isGone ? (
    <StartScreen notice={t("gone")} />
  ) : (
    <>
      <TopBar title={t("heading")} />
      <ErrorState
        onRetry={() => {
          void chat.refetch();
          void messages.refetch();
        }}
      />
    </>
  );
}
