"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive, ChevronDown, Ellipsis, FolderPlus, ListChecks, Plus, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useEffect, useRef, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { CHAT_SESSIONS_MAX } from "@/lib/config/constants";
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import { activeSessionsQuery, archivedSessionsQuery, chatFoldersQuery } from "@/lib/features/chat/hooks";
import { FolderGroup } from "./folder-group";
import { PromptSquareLink } from "./prompt-square-link";
import { SessionRow } from "./session-row";
import { useClosedFolders } from "./use-closed-folders";
import { type FolderCommands, useFolderCommands } from "./use-folder-commands";
import { type ChatSelection, useSelection } from "./use-selection";
import { type SessionCommands, useSessionCommands } from "./use-session-commands";

const FoundList = lazy(() => import("./found-list").then((module) => ({ default: module.FoundList })));
const BulkBar = lazy(() => import("./bulk-bar").then((module) => ({ default: module.BulkBar })));

/** What the rows of the list offer. */
export interface ListCommands extends SessionCommands {
  folders: FolderCommands;
  /** Begins to choose several chats, this one among them. */
  select: (id?: string) => void;
}

interface SessionListProps {
  initial: ChatSessionDto[];
  currentId: string;
  /** The prompt square is in view instead of the chat. */
  isSquare?: boolean;
}

/** The chats of the person in the lower half of the sidebar: n of ten, new, search, folders, archive. */
export function SessionList({ initial, currentId, isSquare }: SessionListProps) {
  const t = useTranslations("chat.sessions");
  const { data } = useQuery({ ...activeSessionsQuery, initialData: { items: initial } });
  const [isSearching, setIsSearching] = useState(false);
  const [keyword, setKeyword] = useState("");
  const { selection, begin } = useSelection();
  const commands = { ...useSessionCommands(currentId), folders: useFolderCommands(), select: begin };
  useNewChatKey(commands.create);
  const count = data.items.length;
  const isFull = count >= CHAT_SESSIONS_MAX;
  const lists = { currentId: isSquare ? "" : currentId, commands, selection };
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
        <LazyMenu
          commands={[
            {
              key: "folder",
              label: t("newFolder"),
              icon: FolderPlus,
              onSelect: () => commands.folders.create(),
            },
            { key: "select", label: t("selectSeveral"), icon: ListChecks, onSelect: () => begin() },
          ]}
          button={(handlers) => (
            <IconButton icon={Ellipsis} size={24} iconSize={14} label={t("organise")} {...handlers} />
          )}
        />
        <IconButton icon={Plus} size={24} iconSize={14} label={t("create")} onClick={() => commands.create()} />
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
      {selection && (
        <LazyBoundary onFailure={selection.end}>
          <BulkBar selection={selection} commands={commands} currentId={currentId} />
        </LazyBoundary>
      )}
      {keyword.trim() ? (
        <LazyBoundary onFailure={() => setKeyword("")}>
          <FoundList keyword={keyword.trim()} currentId={currentId} />
        </LazyBoundary>
      ) : (
        <>
          <Kept items={data.items} {...lists} />
          <Archived {...lists} />
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

interface ListProps {
  currentId: string;
  commands: ListCommands;
  selection: ChatSelection | null;
}

/** Chats that are not archived: pinned ones, folders with theirs, the rest. */
function Kept({ items, ...lists }: ListProps & { items: readonly ChatSessionDto[] }) {
  const t = useTranslations("chat.folders");
  const { data: folders, isError } = useQuery(chatFoldersQuery);
  const { isClosed, toggle } = useClosedFolders();
  const canRemove = items.length > 1;
  const known = new Set(folders?.items.map(({ id }) => id));
  const inFolder = (session: ChatSessionDto) => !session.pinned && session.folderId && known.has(session.folderId);
  return (
    <>
      <Rows items={items.filter(({ pinned }) => pinned)} canRemove={canRemove} {...lists} />
      {isError && <Note>{t("failed")}</Note>}
      {folders?.items.map((folder) => {
        const own = items.filter((session) => inFolder(session) && session.folderId === folder.id);
        return (
          <FolderGroup
            key={folder.id}
            folder={folder}
            count={own.length}
            isOpen={!isClosed(folder.id)}
            onToggle={() => toggle(folder.id)}
            commands={lists.commands}
          >
            {own.length === 0 ? <Note>{t("empty")}</Note> : <Rows items={own} canRemove={canRemove} {...lists} />}
          </FolderGroup>
        );
      })}
      <Rows items={items.filter((session) => !session.pinned && !inFolder(session))} canRemove={canRemove} {...lists} />
    </>
  );
}

function Rows({ items, canRemove, ...lists }: ListProps & { items: readonly ChatSessionDto[]; canRemove: boolean }) {
  if (items.length === 0) return null;
  return (
    <ul className="mb-0.5 space-y-0.5">
      {items.map((session) => (
        <li key={session.id}>
          <SessionRow
            session={session}
            isCurrent={session.id === lists.currentId}
            canRemove={canRemove || session.archived}
            commands={lists.commands}
            selection={lists.selection}
          />
        </li>
      ))}
    </ul>
  );
}

function Archived(lists: ListProps) {
  const t = useTranslations("chat.sessions");
  const [isOpen, setIsOpen] = useState(false);
  const query = useInfiniteQuery({ ...archivedSessionsQuery, enabled: isOpen });
  const items = query.data?.pages.flatMap((page) => page.items);
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
      {isOpen && query.isError && <Note>{t("failed")}</Note>}
      {isOpen && items?.length === 0 && <Note>{t("archivedEmpty")}</Note>}
      {isOpen && items && <Rows items={items} canRemove {...lists} />}
      {isOpen && query.hasNextPage && (
        <Button size="sm" variant="ghost" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("showMore")}
        </Button>
      )}
    </div>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-xs text-fg-3">{children}</p>;
}
