"use client";

import { Globe, History, type LucideIcon, ShieldCheck, SlidersHorizontal } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useMessages, useTranslations } from "next-intl";
import { ConversationList } from "@/components/chat/history/conversation-list";
import { useHistoryTexts } from "@/components/chat/history/use-texts";
import { FolderRow } from "@/components/common/folder-list";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMessages } from "@/components/common/lazy-messages";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { ABOUT_SEARCH } from "@/lib/features/search/conversation";
import { historyHref, mainHref, paramsHref, sourcesHref } from "@/lib/features/search/paths";

const NAV = [
  { key: "main", href: mainHref, icon: Globe },
  { key: "history", href: historyHref, icon: History },
  { key: "sources", href: sourcesHref, icon: ShieldCheck },
  { key: "params", href: paramsHref, icon: SlidersHorizontal },
] as const satisfies { key: string; href: string; icon: LucideIcon }[];

/** Screens of web search and own searches in the lower half of the sidebar. */
export function SearchSidebar({ searchId = null }: { searchId?: string | null }) {
  const texts = ["search", "chat"] as const;
  const known = useMessages();
  const list = <Lower searchId={searchId} />;
  return (
    <SidebarArea>
      {texts.every((area) => area in known) ? (
        list
      ) : (
        <LazyBoundary>
          <LazyMessages areas={texts}>{list}</LazyMessages>
        </LazyBoundary>
      )}
    </SidebarArea>
  );
}

function Lower({ searchId }: { searchId: string | null }) {
  const t = useTranslations("search");
  const pathname = usePathname();
  const router = useRouter();
  const th = useTranslations("search.history");
  return (
    <>
      <ul className="mb-3 space-y-0.5">
        {NAV.map(({ key, href, icon }) => (
          <FolderRow
            key={key}
            icon={icon}
            label={t(`nav.${key}`)}
            count={undefined}
            isCurrent={pathname === href}
            to={href}
          />
        ))}
      </ul>
      <ConversationList
        area={ABOUT_SEARCH}
        texts={useHistoryTexts(th, th("untitled"))}
        currentId={searchId ?? ""}
        onCreate={() => router.push(mainHref)}
      />
    </>
  );
}
