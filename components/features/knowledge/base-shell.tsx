"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { VISIBILITY_ICONS } from "@/components/common/visibility-icons";
import { LinkTabs } from "@/components/layout/link-tabs";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { ApiError } from "@/lib/client/api-error";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import { baseQuery } from "@/lib/features/knowledge/hooks";
import {
  dataSetHref,
  goodAnswersHref,
  managementHref,
  parametersHref,
  qaHref,
  recallTestHref,
  settingsHref,
  usageHref,
  visibilityHref,
  wrongQuestionsHref,
} from "@/lib/features/knowledge/paths";
import { BaseIcon } from "./base-icon";
import { KnowledgeSidebar } from "./knowledge-sidebar";
import { useScreens } from "./screens";

/** Screens of one base, in their order; each is a tab as soon as its page exists. */
const TABS = {
  "/knowledge-center/kb-config-information/data-set": { tab: "data-set", href: dataSetHref },
  "/knowledge-center/kb-config-information/kb-update/qa": { tab: "qa", href: qaHref },
  "/knowledge-center/kb-config-information/kb-update/high-quality-answer": { tab: "good", href: goodAnswersHref },
  "/knowledge-center/kb-config-information/kb-update/wrong-question-collection": {
    tab: "wrong",
    href: wrongQuestionsHref,
  },
  "/knowledge-center/kb-config-information/kb-update/usage": { tab: "usage", href: usageHref },
  "/knowledge-center/recall-test": { tab: "recall-test", href: recallTestHref },
  "/knowledge-center/setting/parameter-settings": { tab: "parameters", href: parametersHref },
  "/knowledge-center/kb-config-information/kb-set": { tab: "kb-set", href: settingsHref },
  "/knowledge-center/visibility": { tab: "visibility", href: visibilityHref },
} as const;
type TabPath = keyof typeof TABS;
export type BaseTab = (typeof TABS)[TabPath]["tab"];

interface BaseShellProps {
  baseId: string;
  tab: BaseTab;
  /** At the right of the top bar, once the base is known. */
  actions?: (base: BaseDto) => ReactNode;
  children: (base: BaseDto) => ReactNode;
}

/** Around the screens of one base: sidebar, top bar with what the base is, tabs. */
export function BaseShell({ baseId, tab, actions, children }: BaseShellProps) {
  const t = useTranslations("knowledge");
  const visibility = useTranslations("common.sharing.short");
  const { data: base, error, refetch } = useQuery(baseQuery(baseId));
  const tabs = useScreens(Object.keys(TABS) as TabPath[]);
  const isGone = error instanceof ApiError && error.code === 404;
  return (
    <>
      <KnowledgeSidebar baseId={baseId} chatId={null} />
      {isGone ? (
        <NotFoundPanel />
      ) : base ? (
        <>
          <TopBar
            crumbs={[{ label: t("center"), href: managementHref }]}
            title={
              <span className="flex items-center gap-2">
                <BaseIcon icon={base.icon} id={base.id} />
                <span className="truncate">{base.name}</span>
              </span>
            }
            meta={<Badge icon={VISIBILITY_ICONS[base.visibility]}>{visibility(base.visibility)}</Badge>}
            actions={
              <>
                <CollectButton kind="base" refId={base.id} className="max-md:hidden" />
                {actions?.(base)}
              </>
            }
          />
          <LinkTabs
            label={t("tabs")}
            current={
              Object.values(TABS)
                .find((own) => own.tab === tab)
                ?.href(baseId) ?? ""
            }
            tabs={tabs.map(({ path, title }) => ({
              key: path,
              href: TABS[path].href(baseId),
              title,
              count:
                TABS[path].tab === "data-set" ? base.fileCount : TABS[path].tab === "qa" ? base.qaCount : undefined,
            }))}
          />
          {children(base)}
        </>
      ) : error ? (
        <>
          <TopBar title={t("center")} />
          <ErrorState onRetry={() => void refetch()} />
        </>
      ) : (
        <PanelSkeleton />
      )}
    </>
  );
}
