"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TopBar } from "@/components/layout/top-bar";
import type { ChatModelDto, VoiceDto } from "@/lib/features/chat/dto";
import { readChat } from "@/lib/features/documents/filter";
import { chatQuery, firstMessagesQuery } from "@/lib/features/documents/hooks";
import { ApiError } from "@/lib/http/api-error";
import { DocumentsSidebar } from "../documents-sidebar";
import { Conversation } from "./conversation";
import { StartScreen } from "./start-screen";

export interface ChatOptions {
  models: { items: ChatModelDto[]; defaultId: string | null };
  reanswerMax: number;
  /** Where a person who may do so connects models; null for others. */
  modelAccessHref: string | null;
  voice: VoiceDto;
}

/** Conversations about documents: without one in the address, the place where they begin. */
export function DocumentChatScreen(options: ChatOptions) {
  const id = readChat(Object.fromEntries(useSearchParams()));
  return (
    <>
      <DocumentsSidebar folder={null} chatId={id} />
      {id ? <OneChat key={id} id={id} options={options} /> : <StartScreen />}
    </>
  );
}

function OneChat({ id, options }: { id: string; options: ChatOptions }) {
  const t = useTranslations("documents.chats");
  const chat = useQuery(chatQuery(id));
  const messages = useQuery(firstMessagesQuery(id));
  if (chat.data && messages.data) return <Conversation chat={chat.data} messages={messages.data} options={options} />;
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
