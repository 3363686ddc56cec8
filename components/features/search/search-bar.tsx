"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ShareButton } from "@/components/chat/history/share-button";
import { TextExportMenu } from "@/components/common/text-export-menu";
import { type Crumb, TopBar } from "@/components/layout/top-bar";
import { downloadConversation } from "@/lib/conversation/client/hooks";
import { ABOUT_SEARCH } from "@/lib/features/search/conversation";
import { mainHref } from "@/lib/features/search/paths";

interface SearchBarProps {
  title: string;
  /** The search, where it has something to be exported. */
  exportId: string | null;
  /** Before the other actions. */
  children?: ReactNode;
}

/** Title of a search, what can be done with it. */
export function SearchBar({ title, exportId, children }: SearchBarProps) {
  const t = useTranslations("search");
  const crumbs: readonly Crumb[] | undefined = exportId ? [{ label: t("title"), href: mainHref }] : undefined;
  return (
    <TopBar
      title={title}
      crumbs={crumbs}
      actions={
        <>
          {children}
          {exportId && <ShareButton area={ABOUT_SEARCH} id={exportId} />}
          {exportId && (
            <TextExportMenu label={t("bar.export")} onExport={(format) => downloadConversation(exportId, format)} />
          )}
        </>
      }
    />
  );
}
