"use client";

import { useTranslations } from "next-intl";
import { HistoryPanel } from "@/components/chat/history/history-panel";
import { TopBar } from "@/components/layout/top-bar";
import type { historyAddress } from "@/lib/conversation/client/history-address";
import { ABOUT_SEARCH } from "@/lib/features/search/conversation";
import { mainHref } from "@/lib/features/search/paths";
import { SearchSidebar } from "./search-sidebar";

/** Own searches. */
export function SearchHistoryScreen({ asked }: { asked: Parameters<typeof historyAddress.query>[0] }) {
  const t = useTranslations("search.history");
  return (
    <>
      <SearchSidebar />
      <TopBar title={t("title")} />
      <HistoryPanel area={ABOUT_SEARCH} t={t} asked={asked} createHref={mainHref} />
    </>
  );
}
