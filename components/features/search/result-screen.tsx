"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { StoredConversation } from "@/components/chat/stored-conversation";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { readAsked } from "@/lib/conversation/client/history-address";
import { firstMessagesQuery } from "@/lib/conversation/client/hooks";
import { searchQuery } from "@/lib/features/search/hooks";
import { SearchResult } from "./result";
import { SearchSidebar } from "./search-sidebar";
import { SearchStart } from "./start";

/** A search; without one in the address, the place where they begin. */
export function SearchResultScreen({ options }: { options: ConversationOptions }) {
  const { session, message } = readAsked(Object.fromEntries(useSearchParams()));
  return (
    <>
      <SearchSidebar searchId={session} />
      {session ? (
        <OneSearch key={session} id={session} message={message} options={options} />
      ) : (
        <SearchStart options={options} />
      )}
    </>
  );
}

interface OneSearchProps {
  id: string;
  message: string | null;
  options: ConversationOptions;
}

function OneSearch({ id, message, options }: OneSearchProps) {
  const t = useTranslations("search");
  const search = useQuery(searchQuery(id));
  const messages = useQuery(firstMessagesQuery(id, message));
  return (
    <StoredConversation chat={search} messages={messages} title={t("title")} gone={<NotFoundPanel />}>
      {(stored, said) => (
        <SearchResult key={message} search={stored} messages={said} options={options} target={message} />
      )}
    </StoredConversation>
  );
}
