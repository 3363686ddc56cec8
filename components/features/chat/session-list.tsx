"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive, ChevronDown, Plus, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { CHAT_SESSIONS_MAX } from "@/lib/config/constants";
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import { activeSessionsQuery, archivedSessionsQuery, foundSessionsQuery } from "@/lib/features/chat/hooks";
import { PromptSquareLink } from "./prompt-square-link";
import { SessionRow } from "./session-row";
import { useSessionCommands } from "./use-session-commands";

interface SessionListProps {
  initial: ChatSessionDto[];
  currentId: string;
  /** The prompt square is in view instead of the chat. */
  isSquare?: boolean;
}

/** The chats of the person in the lower half of the sidebar: n of ten, new, search, archive. */
export function SessionList({ initial, currentId, isSquare }: SessionListProps) {
  const t = useTranslations("chat.sessions");
  const { data } = useQuery({ ...activeSessionsQuery, initialData: { items: initial } });
  const [isSearching, setIsSearching] = useState(false);
  const [keyword, setKeyword] = useState("");
  const commands = useSessionCommands(currentId);
  useNewChatKey(commands.create);
  const count = data.items.length;
  const isFull = count >= CHAT_SESSIONS_MAX;
  return (
    <section aria-label={t("heading")}>
      <PromptSquareLink sessionId={currentId} isCurrent={isSquare} />
      <div className="flex h-7 items-center gap-1 px-2 text-xs text-fg-3">
        <h2 className="flex-1 font-normal">{t("heading")}</h2>
        <span
          className={cn("tnum", isFull && "text-warning-ink")}
          data-tooltip={t("count", { count, max: CHAT_SESSIONS_MAX })}
        >
          {count}/{CHAT_SESSIONS_MAX}
        </span>
        <IconButton
          icon={isSearching ? X : Search}
          size={24}
          iconSize={13}
          label={isSearching ? t("closeSearch") : t("search")}
          onClick={() => {
            setIsSearching(!isSearching);
            setKeyword("");
          }}
        />
        <IconButton icon={Plus} size={24} iconSize={14} label={t("create")} onClick={commands.create} />
      </div>
      {isSearching && (
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: it was just asked for
          autoFocus
          value={keyword}
          maxLength={200}
          aria-label={t("search")}
          placeholder={t("search")}
          onChange={(event) => setKeyword(event.target.value)}
          className="mx-1 mb-1 h-8 w-[calc(100%-8px)] rounded-sm border border-border-strong bg-background px-2 text-sm outline-none placeholder:text-fg-3 focus-visible:border-ring"
        />
      )}
      {keyword.trim() ? (
        <Found keyword={keyword.trim()} currentId={currentId} commands={commands} />
      ) : (
        <>
          <Rows items={data.items} currentId={isSquare ? "" : currentId} commands={commands} canRemove={count > 1} />
          <Archived currentId={currentId} commands={commands} />
        </>
      )}
    </section>
  );
}

/** Ctrl/Cmd Shift O starts a chat (design 8). */
function useNewChatKey(onCreate: () => void): void {
  const latest = useRef(onCreate);
  latest.current = onCreate;
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
      if (!command || event.isComposing || event.key.toLowerCase() !== "o") return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, []);
}

type Commands = ReturnType<typeof useSessionCommands>;

interface RowsProps {
  items: readonly ChatSessionDto[];
  currentId: string;
  commands: Commands;
  canRemove: boolean;
}

function Rows({ items, currentId, commands, canRemove }: RowsProps) {
  return (
    <ul className="space-y-0.5">
      {items.map((session) => (
        <li key={session.id}>
          <SessionRow
            session={session}
            isCurrent={session.id === currentId}
            canRemove={canRemove || session.archived}
            commands={commands}
          />
        </li>
      ))}
    </ul>
  );
}

function Found({ keyword, currentId, commands }: { keyword: string; currentId: string; commands: Commands }) {
  const t = useTranslations("chat.sessions");
  const { data, isError } = useQuery(foundSessionsQuery(keyword));
  if (isError) return <Note>{t("failed")}</Note>;
  if (!data) return null;
  if (data.items.length === 0) return <Note>{t("noResult")}</Note>;
  return <Rows items={data.items} currentId={currentId} commands={commands} canRemove={false} />;
}

function Archived({ currentId, commands }: { currentId: string; commands: Commands }) {
  const t = useTranslations("chat.sessions");
  const [isOpen, setIsOpen] = useState(false);
  const { data, isError } = useQuery({ ...archivedSessionsQuery, enabled: isOpen });
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-7 w-full items-center gap-1.5 rounded-sm px-2 text-xs text-fg-3 hover:bg-muted hover:text-fg-2 pointer-coarse:h-11"
      >
        <Archive aria-hidden size={13} strokeWidth={1.75} />
        <span className="flex-1 text-left">{t("archived")}</span>
        <ChevronDown aria-hidden size={13} className={cn(isOpen && "rotate-180")} />
      </button>
      {isOpen && isError && <Note>{t("failed")}</Note>}
      {isOpen && data?.items.length === 0 && <Note>{t("archivedEmpty")}</Note>}
      {isOpen && data && <Rows items={data.items} currentId={currentId} commands={commands} canRemove />}
    </div>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-xs text-fg-3">{children}</p>;
}
