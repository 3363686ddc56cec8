"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkTabs } from "@/components/layout/link-tabs";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { cn } from "@/components/ui/cn";
import type { Place } from "@/lib/features/apps/filter";
import { recentAppsQuery, squareQuery } from "@/lib/features/apps/hooks";
import { appHref, labHref, squareHref, workbenchHref } from "@/lib/features/apps/paths";
import { AppIcon } from "./app-icon";
import { WaitsButton } from "./runs/waits-button";

const HREFS: Record<Place, string> = { square: squareHref, workbench: workbenchHref, lab: labHref };

interface AppsFrameProps {
  place: Place;
  /** Those this person may open. */
  places: readonly Place[];
  actions?: ReactNode;
  meta?: ReactNode;
  /** Below the apps used last in the sidebar. */
  sidebar?: ReactNode;
  children: ReactNode;
}

/** Square, workbench and lab as tabs, the apps used last in the sidebar. */
export function AppsFrame({ place, places, actions, meta, sidebar, children }: AppsFrameProps) {
  const t = useTranslations("apps-list");
  const { data } = useQuery(squareQuery);
  const counts = data && {
    square: data.counts.square,
    workbench: data.counts.mine + data.counts.shared,
    lab: data.counts.lab,
  };
  return (
    <>
      <AppsSidebar currentId={null}>{sidebar}</AppsSidebar>
      <TopBar title={t("title")} meta={meta} actions={actions} />
      <LinkTabs
        label={t("tabs.label")}
        current={HREFS[place]}
        tabs={places.map((one) => ({ key: one, href: HREFS[one], title: t(`tabs.${one}`), count: counts?.[one] }))}
        trailing={<WaitsButton />}
      />
      {children}
    </>
  );
}

/** Apps used last in the lower half of the sidebar; below them what the screen adds. */
export function AppsSidebar({ currentId, children }: { currentId: string | null; children?: ReactNode }) {
  const t = useTranslations("apps-list");
  const { data } = useQuery(recentAppsQuery);
  const items = data?.items ?? [];
  return (
    <SidebarArea>
      {items.length > 0 && (
        <section aria-label={t("recent")} className="mb-3">
          <h2 className="flex h-7 items-center px-2 font-normal text-fg-3 text-xs">{t("recent")}</h2>
          <ul className="space-y-0.5">
            {items.map(({ id, name, icon }) => (
              <li key={id}>
                <Link
                  href={appHref(id)}
                  prefetch={false}
                  aria-current={id === currentId ? "page" : undefined}
                  className={cn(
                    "flex h-8 items-center gap-2 rounded-sm px-2 text-sm pointer-coarse:h-11",
                    id === currentId
                      ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
                      : "text-fg-2 hover:bg-muted",
                  )}
                >
                  <AppIcon icon={icon} id={id} size={20} />
                  <span className="min-w-0 truncate">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
    </SidebarArea>
  );
}
