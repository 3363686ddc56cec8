"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive, ChevronDown, Ellipsis, FolderPlus, ListChecks, Plus, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { ConversationArea } from "@/lib/conversation/area";
import { firstHistory, historyQuery } from "@/lib/conversation/client/hooks";
import type { ConversationDto } from "@/lib/conversation/dto";
import { chatFoldersQuery } from "@/lib/features/chat/hooks";
import { ConversationRow } from "./conversation-row";
import { FolderGroup } from "./folder-group";
import { useClosedFolders } from "./use-closed-folders";
import { type HistoryTexts, type ListCommands, useHistoryCommands } from "./use-commands";
import { type ChatSelection, useSelection } from "./use-selection";

const FoundList = lazy(() => import("./found-list").then((module) => ({ default: module.FoundList })));
const BulkBar = lazy(() => import("./bulk-bar").then((module) => ({ default: module.BulkBar })));

interface ConversationListProps {
  area: ConversationArea;
  texts: HistoryTexts;
  /** Those the page was rendered with. */
  initial?: ConversationDto[];
  /** None is in view where it is empty. */
  currentId: string;
  /** Begins one; in a folder where the area has such. */
  onCreate: (input?: { folderId?: string }) => void;
  /** Stands above. */
  children?: ReactNode;
}

/** Own conversations of an area in the lower half of the sidebar: new, search, folders, choosing several, archive. */
export function ConversationList({ area, texts, initial, currentId, onCreate, children }: ConversationListProps) {
  const t = useTranslations("chat.sessions");
  const query = useInfiniteQuery({
    ...historyQuery(area.code, { archived: false, about: area.aboutId }),
    initialData: initial && firstHistory(initial),
  });
  const items = query.data?.pages.flatMap((page) => page.items);
  const [isSearching, setIsSearching] = useState(false);
  const [keyword, setKeyword] = useState("");
  const { selection, begin } = useSelection();
  const commands = useHistoryCommands({ area, texts, currentId, onCreate, onSelect: begin });
  const lists = { area, currentId, commands, selection, alike: alikeIn(items ?? []) };
  return (
    <section aria-label={texts.heading}>
      {children}
      <div className="flex h-7 items-center gap-1 px-2 text-xs text-fg-3">
        <h2 className="flex-1 font-normal">{texts.heading}</h2>
        {area.atMost !== undefined && <Count count={items?.length ?? 0} max={area.atMost} />}
        <IconButton
          icon={isSearching ? X : Search}
          size={24}
          iconSize={13}
          label={isSearching ? t("closeSearch") : texts.search}
          onClick={() => {
            setIsSearching(!isSearching);
            setKeyword("");
          }}
        />
        <LazyMenu
          commands={[
            ...(area.hasFolders
              ? [{ key: "folder", label: t("newFolder"), icon: FolderPlus, onSelect: () => commands.folders.create() }]
              : []),
            { key: "select", label: t("selectSeveral"), icon: ListChecks, onSelect: () => begin() },
          ]}
          button={(handlers) => (
            <IconButton icon={Ellipsis} size={24} iconSize={14} label={t("organise")} {...handlers} />
          )}
        />
        <IconButton icon={Plus} size={24} iconSize={14} label={texts.create} onClick={() => onCreate()} />
      </div>
      {isSearching && (
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: it was just asked for
          autoFocus
          value={keyword}
          maxLength={200}
          aria-label={texts.search}
          placeholder={texts.search}
          onChange={(event) => setKeyword(event.target.value)}
          className="mx-1 mb-1 h-8 w-[calc(100%-8px)] rounded-sm border border-border-strong bg-background px-2 text-sm outline-none placeholder:text-fg-3 focus-visible:border-ring [&::-webkit-search-cancel-button]:appearance-none"
        />
      )}
      {selection && (
        <LazyBoundary onFailure={selection.end}>
          <BulkBar area={area} selection={selection} commands={commands} currentId={currentId} />
        </LazyBoundary>
      )}
      {keyword.trim() ? (
        <LazyBoundary onFailure={() => setKeyword("")}>
          <FoundList area={area} keyword={keyword.trim()} currentId={currentId} />
        </LazyBoundary>
      ) : (
        <>
          {query.isError && !items && <Note>{t("failed")}</Note>}
          {items?.length === 0 && <Note>{t("empty")}</Note>}
          {items && <Kept items={items} {...lists} />}
          {query.hasNextPage && <More {...query} />}
          <Archived {...lists} />
        </>
      )}
    </section>
  );
}

function Count({ count, max }: { count: number; max: number }) {
  const t = useTranslations("chat.sessions");
  return (
    <span className={cn("tnum", count >= max && "text-warning-ink")} data-tooltip={t("count", { count, max })}>
      {count}/{max}
    </span>
  );
}

interface ListProps {
  area: ConversationArea;
  currentId: string;
  commands: ListCommands;
  selection: ChatSelection | null;
  /** Titles several have: their rows say when. */
  alike: ReadonlySet<string>;
}

function alikeIn(items: readonly ConversationDto[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const alike = new Set<string>();
  for (const { title } of items) (seen.has(title) ? alike : seen).add(title);
  return alike;
}

/** Conversations that are not archived: pinned ones, folders with theirs, the rest. */
function Kept({ items, ...lists }: ListProps & { items: readonly ConversationDto[] }) {
  // The last of a bounded number stays (spec 5).
  const canRemove = lists.area.atMost === undefined || items.length > 1;
  const pinned = items.filter((one) => one.pinned);
  const others = items.filter((one) => !one.pinned);
  return (
    <>
      <Rows items={pinned} canRemove={canRemove} {...lists} />
      {lists.area.hasFolders ? (
        <InFolders items={others} canRemove={canRemove} {...lists} />
      ) : (
        <Rows items={others} canRemove={canRemove} {...lists} />
      )}
    </>
  );
}

interface RowsProps extends ListProps {
  items: readonly ConversationDto[];
  canRemove: boolean;
}

function InFolders({ items, ...lists }: RowsProps) {
  const t = useTranslations("chat.folders");
  const { data: folders, isError } = useQuery(chatFoldersQuery);
  const { isClosed, toggle } = useClosedFolders();
  const known = new Set(folders?.items.map(({ id }) => id));
  return (
    <>
      {isError && <Note>{t("failed")}</Note>}
      {folders?.items.map((folder) => {
        const own = items.filter(({ folderId }) => folderId === folder.id);
        return (
          <FolderGroup
            key={folder.id}
            folder={folder}
            count={own.length}
            isOpen={!isClosed(folder.id)}
            onToggle={() => toggle(folder.id)}
            commands={lists.commands}
          >
            {own.length === 0 ? <Note>{t("empty")}</Note> : <Rows items={own} {...lists} />}
          </FolderGroup>
        );
      })}
      <Rows items={items.filter(({ folderId }) => !folderId || !known.has(folderId))} {...lists} />
    </>
  );
}

function Rows({ items, canRemove, ...lists }: RowsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="mb-0.5 space-y-0.5">
      {items.map((one) => (
        <li key={one.id}>
          <ConversationRow
            area={lists.area}
            conversation={one}
            isDated={lists.alike.has(one.title)}
            isCurrent={one.id === lists.currentId}
            canRemove={canRemove || one.archived}
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
  const query = useInfiniteQuery({
    ...historyQuery(lists.area.code, { archived: true, about: lists.area.aboutId }),
    enabled: isOpen,
  });
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
      {isOpen && items && <Rows items={items} canRemove {...lists} alike={alikeIn(items)} />}
      {isOpen && query.hasNextPage && <More {...query} />}
    </div>
  );
}

function More({ isFetchingNextPage, fetchNextPage }: { isFetchingNextPage: boolean; fetchNextPage: () => unknown }) {
  const t = useTranslations("chat.sessions");
  return (
    <Button size="sm" variant="ghost" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t("showMore")}
    </Button>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-xs text-fg-3">{children}</p>;
}
