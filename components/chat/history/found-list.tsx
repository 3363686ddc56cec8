"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import { cn } from "@/components/ui/cn";
import type { ConversationArea } from "@/lib/conversation/area";
import { hrefIn } from "@/lib/conversation/areas";
import { foundQuery } from "@/lib/conversation/client/hooks";
import type { FoundConversationDto } from "@/lib/conversation/dto";

interface FoundListProps {
  area: ConversationArea;
  keyword: string;
  currentId: string;
  /** Used in the last so many days; all where it is not said. */
  days?: number;
}

/** Conversations that hold the words, each with the messages that do; a message leads to its place. */
export function FoundList({ area, keyword, currentId, days }: FoundListProps) {
  const t = useTranslations("chat.sessions");
  const wanted = useDeferredValue(keyword);
  const { data, isError } = useQuery(foundQuery(wanted, area.code, days));
  if (isError) return <Note>{t("failed")}</Note>;
  if (!data) return <Note>{t("searching")}</Note>;
  if (data.items.length === 0) return <Note>{t("noResult")}</Note>;
  return (
    <ul className="space-y-1.5">
      {data.items.map((chat) => (
        <li key={chat.id}>
          <Found area={area} chat={chat} keyword={wanted} isCurrent={chat.id === currentId} />
        </li>
      ))}
    </ul>
  );
}

interface FoundProps {
  area: ConversationArea;
  chat: FoundConversationDto;
  keyword: string;
  isCurrent: boolean;
}

function Found({ area, chat, keyword, isCurrent }: FoundProps) {
  const t = useTranslations("chat");
  const shown = chat.messages.length;
  return (
    <>
      <Link
        href={hrefIn(area, chat.id)}
        prefetch={false}
        aria-current={isCurrent ? "page" : undefined}
        className="flex h-8 items-center gap-2 rounded-sm px-2 text-sm text-fg hover:bg-muted pointer-coarse:h-11"
      >
        <span className="min-w-0 flex-1 truncate">
          <Marked text={chat.title || t("untitled")} keyword={keyword} />
        </span>
        {chat.archived && (
          <span className="shrink-0 text-fg-3">
            <Archive aria-hidden size={12} />
            <span className="sr-only">{t("sessions.archived")}</span>
          </span>
        )}
      </Link>
      {chat.messages.map((message) => (
        <Link
          key={message.id}
          href={hrefIn(area, chat.id, message.id)}
          prefetch={false}
          className="ml-2 block rounded-sm border-l px-2 py-1 text-xs leading-5 text-fg-3 hover:bg-muted hover:text-fg-2 pointer-coarse:py-2.5"
        >
          <span className="line-clamp-2 wrap-anywhere">
            <span className="text-fg-2">{t(`sessions.said.${message.role}`)} </span>
            <Marked text={message.excerpt} keyword={keyword} />
          </span>
        </Link>
      ))}
      {chat.total > shown && (
        <p className={cn("ml-2 px-2 text-xs text-fg-3")}>{t("sessions.moreFound", { count: chat.total - shown })}</p>
      )}
    </>
  );
}

/** The text with the words that were looked for marked. */
function Marked({ text, keyword }: { text: string; keyword: string }) {
  const at = text.toLowerCase().indexOf(keyword.toLowerCase());
  // A few letters change their length with their case: then nothing is marked rather than the wrong words.
  if (at < 0 || text.toLowerCase().length !== text.length) return text;
  const end = at + keyword.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-primary-soft text-primary-ink">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-xs text-fg-3">{children}</p>;
}
