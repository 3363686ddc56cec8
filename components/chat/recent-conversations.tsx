"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ConversationArea } from "@/lib/conversation/area";
import { hrefIn } from "@/lib/conversation/areas";
import { historyQuery } from "@/lib/conversation/client/hooks";

/** Conversations that are shown. */
const SHOWN = 6;

interface RecentConversationsProps {
  area: ConversationArea;
  icon: LucideIcon;
  title: string;
  /** Of a conversation without a title. */
  untitled: string;
}

/** Below a question that begins a conversation: those of last time. Nothing where there are none. */
export function RecentConversations({ area, icon: Icon, title: heading, untitled }: RecentConversationsProps) {
  const { data } = useInfiniteQuery(historyQuery(area.code, { archived: false }));
  const items = data?.pages[0]?.items.slice(0, SHOWN) ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-label={heading} className="mt-6">
      <h3 className="mb-1 text-fg-3 text-xs">{heading}</h3>
      <ul>
        {items.map(({ id, title }) => (
          <li key={id}>
            <Link
              href={hrefIn(area, id)}
              prefetch={false}
              className="flex min-h-8 items-center gap-2 rounded-sm px-2 text-fg-2 text-sm hover:bg-muted hover:text-fg pointer-coarse:min-h-11"
            >
              <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
              <span className="min-w-0 truncate">{title || untitled}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
