"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Database,
  FileClock,
  History,
  type LucideIcon,
  MessagesSquare,
  Search,
  Settings2,
  SquareKanban,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useMessages, useTranslations } from "next-intl";
import { FolderRow } from "@/components/common/folder-list";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { shortcutsQuery } from "@/lib/features/knowledge/hooks";
import { SHORTCUTS_MAX } from "@/lib/features/knowledge/limits";
import { centerHref, centerUsageHref, mainHref, managementHref, searchHref } from "@/lib/features/knowledge/paths";
import { KnowledgeChatList } from "./chat/chat-list";
import { useShowOwnDrafts } from "./drafts/own-drafts";
import { useScreens } from "./screens";
import { ShortcutList } from "./shortcut-list";

/** Screens that stand on their own; those of a base or a file are reached from it. */
const NAV = {
  "/knowledge-center/main": MessagesSquare,
  "/knowledge-center/management": Database,
  "/knowledge-center/search": Search,
  "/knowledge-center/chat-history": History,
  "/knowledge-center/gap-board": SquareKanban,
  "/knowledge-center/knowledge-center-setting/kb-center-update/usage": Settings2,
} as const satisfies Record<string, LucideIcon>;

/** Screens that have others below them, with where those begin. */
const PARTS: Readonly<Record<string, string>> = { [centerUsageHref]: centerHref, [searchHref()]: `${searchHref()}/` };

function isBelow(pathname: string, path: string): boolean {
  const parts = PARTS[path];
  return parts !== undefined && pathname.startsWith(parts);
}

interface KnowledgeSidebarProps {
  /** The base in view. */
  baseId: string | null;
  /** The conversation in view. */
  chatId: string | null;
}

/** Screens of the knowledge center and bases at hand in the lower half of the sidebar. */
export function KnowledgeSidebar({ baseId, chatId }: KnowledgeSidebarProps) {
  const pathname = usePathname();
  const screens = useScreens(Object.keys(NAV) as (keyof typeof NAV)[]);
  const t = useTranslations("knowledge");
  const showDrafts = useShowOwnDrafts();
  const mayAsk = useScreens([mainHref]).length > 0;
  const mayFile = useScreens([mainHref, managementHref]).length > 0;
  // Whoever manages the center alone uses no base.
  const usesBases = useScreens([mainHref, managementHref, searchHref()]).length > 0;
  return (
    <SidebarArea>
      <ul className="mb-3 space-y-0.5">
        {screens.map(({ path, title }) => (
          <FolderRow
            key={path}
            icon={NAV[path]}
            label={path === centerUsageHref ? t("centerSettings") : title}
            count={undefined}
            isCurrent={pathname === path || isBelow(pathname, path)}
            to={path}
          />
        ))}
        {mayFile && (
          <FolderRow icon={FileClock} label={t("ownDrafts")} count={undefined} isCurrent={false} to={showDrafts} />
        )}
      </ul>
      {usesBases && <Shortcuts current={baseId} />}
      {mayAsk && <Chats currentId={chatId} />}
    </SidebarArea>
  );
}

const CHAT_TEXTS = ["chat", "knowledge-chat"] as const;

/** Own conversations; screens that are not about them bring their texts along late. */
function Chats({ currentId }: { currentId: string | null }) {
  const texts = useMessages();
  const list = <KnowledgeChatList currentId={currentId} />;
  if (CHAT_TEXTS.every((area) => area in texts)) return list;
  return (
    <LazyBoundary>
      <LazyMessages areas={CHAT_TEXTS}>{list}</LazyMessages>
    </LazyBoundary>
  );
}

function Shortcuts({ current }: { current: string | null }) {
  const t = useTranslations("knowledge.shortcuts");
  const { data, isError } = useQuery(shortcutsQuery);
  const items = data?.items ?? [];
  return (
    <section aria-label={t("heading")} className="mb-3">
      <div className="flex h-7 items-center gap-1 px-2 text-fg-3 text-xs">
        <h2 className="flex-1 font-normal">{t("heading")}</h2>
        <span className="tnum">{t("count", { count: items.length, max: SHORTCUTS_MAX })}</span>
      </div>
      {isError && !data && <p className="px-2 py-1.5 text-fg-3 text-xs">{t("failed")}</p>}
      {data && items.length === 0 && <p className="px-2 py-1.5 text-fg-3 text-xs">{t("none")}</p>}
      <ShortcutList items={items} current={current} />
    </section>
  );
}
