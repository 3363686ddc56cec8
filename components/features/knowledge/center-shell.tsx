"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkTabs } from "@/components/layout/link-tabs";
import { TopBar } from "@/components/layout/top-bar";
import { areaHref, centerHref } from "@/lib/features/knowledge/paths";
import { KnowledgeSidebar } from "./knowledge-sidebar";
import { useScreens } from "./screens";

/** Screens of the center, in their order; each is a tab as soon as its page exists. */
const TABS = [
  `${centerHref}/kb-center-update/usage`,
  `${centerHref}/kb-center-update/center-high-quality-answer`,
  `${centerHref}/kb-center-update/center-wrong-question-collection`,
  `${centerHref}/kb-center-update/center-qa`,
  `${centerHref}/recommended-question`,
  `${centerHref}/kb-search-config`,
  `${centerHref}/parameter-configuration/base-config`,
  `${centerHref}/parameter-configuration/chat-config`,
  `${centerHref}/parameter-configuration/recall-config`,
  `${centerHref}/parameter-configuration/center-parameter`,
  `${centerHref}/parameter-configuration/center-setting`,
] as const;
export type CenterTab = (typeof TABS)[number];

interface CenterShellProps {
  /** The screen in view, by its path. */
  tab: CenterTab;
  /** At the right of the top bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Around the screens of the center as a whole: sidebar, top bar, tabs. */
export function CenterShell({ tab, actions, children }: CenterShellProps) {
  const t = useTranslations("knowledge");
  const tabs = useScreens(TABS);
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <TopBar crumbs={[{ label: t("center"), href: areaHref }]} title={t("centerSettings")} actions={actions} />
      <LinkTabs
        label={t("centerTabs")}
        current={tab}
        tabs={tabs.map(({ path, title }) => ({ key: path, href: path, title }))}
      />
      {children}
    </>
  );
}
