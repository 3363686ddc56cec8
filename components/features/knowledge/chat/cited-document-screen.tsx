"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TopBar } from "@/components/layout/top-bar";
import { Reader } from "@/components/reader/reader";
import type { Citation } from "@/lib/citations/dto";
import { mainHref, questionHref } from "@/lib/features/knowledge/paths";
import { KnowledgeSidebar } from "../knowledge-sidebar";

interface CitedDocumentScreenProps {
  versionId: string;
  citations: Citation[];
  activeId: number | null;
  /** The conversation it was cited in. */
  session: string | null;
}

/** A document a citation names, in the one reader, at its words. */
export function CitedDocumentScreen({ versionId, citations, activeId, session }: CitedDocumentScreenProps) {
  const t = useTranslations("knowledge-chat");
  const [active, setActive] = useState(activeId);
  const shown = citations.find(({ id }) => id === active);
  const crumbs = [
    { label: t("center"), href: mainHref },
    ...(session ? [{ label: t("title"), href: questionHref(session) }] : []),
  ];
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={session} />
      <TopBar crumbs={crumbs} title={shown?.fileName || t("preview.title")} />
      <div className="flex min-h-0 flex-1 flex-col">
        <Reader
          versionId={shown?.versionId ?? versionId}
          citations={citations}
          activeId={active}
          onActiveChange={setActive}
        />
      </div>
    </>
  );
}
