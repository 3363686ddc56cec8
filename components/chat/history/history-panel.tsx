"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "@/components/common/empty-state";
import { PanelState } from "@/components/common/query-state";
import { SearchInput } from "@/components/common/search-input";
import { useAddressState } from "@/components/common/use-address-state";
import { useMinute } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Segmented } from "@/components/ui/segmented";
import type { ConversationArea } from "@/lib/conversation/area";
import { hrefIn } from "@/lib/conversation/areas";
import { historyAddress } from "@/lib/conversation/client/history-address";
import { historyQuery } from "@/lib/conversation/client/hooks";
import type { ConversationDto } from "@/lib/conversation/dto";
import { HISTORY_DAYS } from "@/lib/conversation/limits";
import { FoundList } from "./found-list";

type Key = "create" | "search" | "period" | "noneText" | "more" | "running" | "archived" | "untitled" | "days" | "none";

/** What an area calls its conversations: the part `history` of its messages. */
type Texts = (key: Key, values: { count: number }) => string;

/** A text without a figure. */
const of = (t: Texts, key: Key) => t(key, { count: 0 });

interface HistoryPanelProps {
  area: ConversationArea;
  t: Texts;
  asked: Parameters<typeof historyAddress.query>[0];
  /** Where a new one begins. */
  createHref: string;
}

/** Own conversations of an area of some time, by title or by what was said (spec 9). */
export function HistoryPanel({ area, t, asked, createHref }: HistoryPanelProps) {
  const [state, change] = useAddressState(asked, historyAddress.query);
  const days = Number(state.days);
  const keyword = state.keyword.trim();
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-200 flex-1 flex-col px-4 pt-4">
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <SearchInput
          label={of(t, "search")}
          value={state.keyword}
          onChange={(word) => change({ ...state, keyword: word })}
          className="min-w-0 flex-1 basis-60"
        />
        <div className="max-w-full overflow-x-auto">
          <Segmented
            aria-label={of(t, "period")}
            value={state.days}
            onValueChange={(value) => change({ ...state, days: value })}
            options={HISTORY_DAYS.map((count) => ({ value: String(count), label: t("days", { count }) }))}
          />
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-6">
        {keyword ? (
          <FoundList area={area} keyword={keyword} currentId="" days={days} />
        ) : (
          <Conversations area={area} t={t} days={days} createHref={createHref} />
        )}
      </div>
    </div>
  );
}

function Conversations({ area, t, days, createHref }: Omit<HistoryPanelProps, "asked"> & { days: number }) {
  const query = useInfiniteQuery(historyQuery(area.code, { days }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.data && items.length === 0) {
    return (
      <EmptyState
        title={t("none", { count: days })}
        description={of(t, "noneText")}
        action={
          <Link href={createHref} className={buttonClass("primary")}>
            {of(t, "create")}
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
            <Row area={area} t={t} conversation={one} />
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
            {of(t, "more")}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ area, t, conversation }: Pick<HistoryPanelProps, "area" | "t"> & { conversation: ConversationDto }) {
  const { id, title, archived, running, lastMessageAt } = conversation;
  const minute = useMinute();
  return (
    <Link
      href={hrefIn(area, id)}
      prefetch={false}
      className="flex min-h-12 items-center gap-3 rounded-sm px-2 py-2 hover:bg-muted"
    >
      <span className="min-w-0 flex-1 truncate text-sm">{title || of(t, "untitled")}</span>
      {running && <Badge>{of(t, "running")}</Badge>}
      {archived && <Badge>{of(t, "archived")}</Badge>}
      <time dateTime={lastMessageAt} className="tnum shrink-0 text-fg-3 text-xs" suppressHydrationWarning>
        {minute(lastMessageAt)}
      </time>
    </Link>
  );
}
