"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TopBar } from "@/components/layout/top-bar";
import { ApiError } from "@/lib/client/api-error";

interface StoredConversationProps<Chat, Messages> {
  chat: UseQueryResult<Chat>;
  messages: UseQueryResult<Messages>;
  /** Stands above a failure. */
  title: string;
  /** Shown for a conversation that is no more, or another's. */
  gone: ReactNode;
  children: (chat: Chat, messages: Messages) => ReactNode;
}

/** A conversation and what was said in it, once both have come. */
export function StoredConversation<Chat, Messages>({
  chat,
  messages,
  title,
  gone,
  children,
}: StoredConversationProps<Chat, Messages>) {
  if (chat.data && messages.data) return children(chat.data, messages.data);
  const error = chat.error ?? messages.error;
  if (!error) return <PanelSkeleton />;
  if (error instanceof ApiError && error.code === 404) return gone;
  return (
    <>
      <TopBar title={title} />
      <ErrorState
        onRetry={() => {
          void chat.refetch();
          void messages.refetch();
        }}
      />
    </>
  );
}
