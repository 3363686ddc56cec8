"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { FoundList } from "@/components/chat/history/found-list";
import { EmptyState } from "@/components/common/empty-state";
import { PanelState } from "@/components/common/query-state";
import { SearchInput } from "@/components/common/search-input";
import { useAddressState } from "@/components/common/use-address-state";
import { useMinute } from "@/components/common/use-moments";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Segmented } from "@/components/ui/segmented";
import { hrefIn } from "@/lib/conversation/areas";
import { historyQuery } from "@/lib/conversation/client/hooks";
import type { ConversationDto } from "@/lib/conversation/dto";
import { HISTORY_DAYS } from "@/lib/conversation/limits";
import { historyAddress } from "@/lib/features/knowledge/chat-filter";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { mainHref } from "@/lib/features/knowledge/paths";
import { KnowledgeSidebar } from "../knowledge-sidebar";

type HistoryState = Parameters<typeof historyAddress.query>[0];

/** Own conversations with bases of some time, by title or by what was said (spec 9). */
export function KnowledgeHistoryScreen({ asked }: { asked: HistoryState }) {
  const t = useTranslations("knowledge-chat.history");
  const [state, change] = useAddressState(asked, historyAddress.query);
  const days = Number(state.days);
  const keyword = state.keyword.trim();
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <TopBar title={t("title")} />
      <div className="mx-auto flex min-h-0 w-full max-w-200 flex-1 flex-col px-4 pt-4">
        <div className="flex flex-wrap items-center gap-2 pb-3">
          <SearchInput
            label={t("search")}
            value={state.keyword}
            onChange={(word) => change({ ...state, keyword: word })}
            className="min-w-0 flex-1 basis-60"
          />
          <div className="max-w-full overflow-x-auto">
            <Segmented
              aria-label={t("period")}
              value={state.days}
              onValueChange={(value) => change({ ...state, days: value })}
              options={HISTORY_DAYS.map((count) => ({ value: String(count), label: t("days", { count }) }))}
            />
          </div>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto pb-6">
          {keyword ? (
            <FoundList area={ABOUT_KNOWLEDGE} keyword={keyword} currentId="" days={days} />
          ) : (
            <Conversations days={days} />
          )}
        </div>
      </div>
    </>
  );
}

function Conversations({ days }: { days: number }) {
  const t = useTranslations("knowledge-chat.history");
  const query = useInfiniteQuery(historyQuery(ABOUT_KNOWLEDGE.code, { days }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.data && items.length === 0) {
    return (
      <EmptyState
        title={t("none", { count: days })}
        description={t("noneText")}
        action={
          <Link href={mainHref} className={buttonClass("primary")}>
            {t("create")}
          </Link>
        }
      />
    );
  }
  return (
    <>
      <PanelState query={query} />
      <ul className="divide-y">
        {items.map((one) => (
          <li key={one.id}>
            <Row conversation={one} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="flex justify-center py-3">
          <Button
            size="sm"
            variant="ghost"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("more")}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ conversation: { id, title, archived, running, lastMessageAt } }: { conversation: ConversationDto }) {
  const t = useTranslations("knowledge-chat.history");
  const minute = useMinute();
  return (
    <Link
      href={hrefIn(ABOUT_KNOWLEDGE, id)}
      prefetch={false}
      className="flex min-h-12 items-center gap-3 rounded-sm px-2 py-2 hover:bg-muted"
    >
      <span className="min-w-0 flex-1 truncate text-sm">{title || t("untitled")}</span>
      {running && <Badge>{t("running")}</Badge>}
      {archived && <Badge>{t("archived")}</Badge>}
      <time dateTime={lastMessageAt} className="tnum shrink-0 text-fg-3 text-xs" suppressHydrationWarning>
        {minute(lastMessageAt)}
      </time>
    </Link>
  );
}
