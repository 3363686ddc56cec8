"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { StoredConversation } from "@/components/chat/stored-conversation";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { readAsked } from "@/lib/conversation/client/history-address";
import { firstMessagesQuery } from "@/lib/conversation/client/hooks";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { searchQuery } from "@/lib/features/search/hooks";
import { SearchResult } from "./result";
import { SearchSidebar } from "./search-sidebar";

const SearchStart = lazy(() => import("./start").then((module) => ({ default: module.SearchStart })));

interface SearchScreenProps {
  options: ConversationOptions;
  fileLimits: FileLimits;
}

/** A search; without one in the address, the place where they begin. */
export function SearchResultScreen(props: SearchScreenProps) {
  const { session, message } = readAsked(Object.fromEntries(useSearchParams()));
  return (
    <>
      <SearchSidebar searchId={session} />
      {session ? (
        <OneSearch key={session} id={session} message={message} {...props} />
      ) : (
        <LazyBoundary fallback={<PanelSkeleton />}>
          <SearchStart {...props} />
        </LazyBoundary>
      )}
    </>
  );
}

interface OneSearchProps extends SearchScreenProps {
  id: string;
  message: string | null;
}

function OneSearch({ id, message, ...props }: OneSearchProps) {
  const t = useTranslations("search");
  const search = useQuery(searchQuery(id));
  const messages = useQuery(firstMessagesQuery(id, message));
  return (
    <StoredConversation chat={search} messages={messages} title={t("title")} gone={<NotFoundPanel />}>
      {(stored, said) => <SearchResult key={message} search={stored} messages={said} target={message} {...props} />}
    </StoredConversation>
  );
}
