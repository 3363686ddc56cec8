"use client";

import { Settings2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ExportButton } from "@/components/chat/history/export-button";
import { ShareButton } from "@/components/chat/history/share-button";
import { useConversationTitle } from "@/components/chat/history/use-title";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { TopBar } from "@/components/layout/top-bar";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/conversation";
import type { DocumentChatDto } from "@/lib/features/documents/dto";
import { documentHref } from "@/lib/features/documents/paths";

const ConfigDrawer = lazy(() => import("./config-drawer").then((module) => ({ default: module.ConfigDrawer })));

export type ChatTab = "chat" | "table";

interface ChatBarProps {
  chat: DocumentChatDto;
  tab: ChatTab;
  isAnswering: boolean;
  canExport: boolean;
  onTab: (tab: ChatTab) => void;
  options: ConversationOptions;
}

/** Title of a conversation, its two views, export and settings. */
export function ChatBar({ chat, tab, isAnswering, canExport, onTab, options }: ChatBarProps) {
  const t = useTranslations("documents");
  const [isConfiguring, setIsConfiguring] = useState(false);
  const title = useConversationTitle(ABOUT_DOCUMENTS, chat, { isAnswering });
  return (
    <>
      <TopBar
        crumbs={[{ label: t("title"), href: documentHref() }]}
        title={title || t("chats.untitled")}
        actions={
          <>
            <Segmented
              aria-label={t("chat.views")}
              value={tab}
              onValueChange={onTab}
              options={[
                { value: "chat", label: t("chat.tab") },
                { value: "table", label: t("table.tab") },
              ]}
            />
            {canExport && <ShareButton area={ABOUT_DOCUMENTS} id={chat.id} />}
            {tab === "chat" && canExport && (
              <ExportButton
                id={chat.id}
                texts={{ label: t("chat.export"), word: t("chat.exportWord"), markdown: t("chat.exportMarkdown") }}
              />
            )}
            <IconButton icon={Settings2} label={t("config.title")} onClick={() => setIsConfiguring(true)} />
          </>
        }
      />
      <LazyBoundary onFailure={() => setIsConfiguring(false)}>
        {isConfiguring && <ConfigDrawer models={options.models} onClose={() => setIsConfiguring(false)} />}
      </LazyBoundary>
    </>
  );
}
