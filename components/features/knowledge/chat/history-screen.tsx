"use client";

import { useTranslations } from "next-intl";
import { HistoryPanel } from "@/components/chat/history/history-panel";
import { TopBar } from "@/components/layout/top-bar";
import type { historyAddress } from "@/lib/conversation/client/history-address";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { mainHref } from "@/lib/features/knowledge/paths";
import { KnowledgeSidebar } from "../knowledge-sidebar";

/** Own conversations with bases. */
export function KnowledgeHistoryScreen({ asked }: { asked: Parameters<typeof historyAddress.query>[0] }) {
  const t = useTranslations("knowledge-chat.history");
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <TopBar title={t("title")} />
      <HistoryPanel area={ABOUT_KNOWLEDGE} t={t} asked={asked} createHref={mainHref} />
    </>
  );
}
