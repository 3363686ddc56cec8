"use client";

import { Settings2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ExportButton } from "@/components/chat/history/export-button";
import { ShareButton } from "@/components/chat/history/share-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { type Crumb, TopBar } from "@/components/layout/top-bar";
import { IconButton } from "@/components/ui/icon-button";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";

const ConfigDrawer = lazy(() => import("./config-drawer").then((module) => ({ default: module.ConfigDrawer })));

interface KnowledgeChatBarProps {
  title: ReactNode;
  crumbs?: readonly Crumb[];
  options: ConversationOptions;
  /** The conversation, where it has something to be exported. */
  exportId: string | null;
  /** Before the other actions. */
  children?: ReactNode;
}

/** Title of a knowledge conversation, its bases, export and settings. */
export function KnowledgeChatBar({ title, crumbs, options, exportId, children }: KnowledgeChatBarProps) {
  const t = useTranslations("knowledge-chat.bar");
  const [isConfiguring, setIsConfiguring] = useState(false);
  return (
    <>
      <TopBar
        title={title}
        crumbs={crumbs}
        actions={
          <>
            {children}
            {exportId && <ShareButton area={ABOUT_KNOWLEDGE} id={exportId} />}
            {exportId && (
              <ExportButton
                id={exportId}
                texts={{ label: t("export"), word: t("exportWord"), markdown: t("exportMarkdown") }}
              />
            )}
            <IconButton icon={Settings2} label={t("settings")} onClick={() => setIsConfiguring(true)} />
          </>
        }
      />
      <LazyBoundary onFailure={() => setIsConfiguring(false)}>
        {isConfiguring && <ConfigDrawer models={options.models} onClose={() => setIsConfiguring(false)} />}
      </LazyBoundary>
    </>
  );
}
