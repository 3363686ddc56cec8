"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TopBar } from "@/components/layout/top-bar";
import { cn } from "@/components/ui/cn";
import { matchRoute } from "@/lib/permissions/navigation";

const TABS = ["info", "token", "collected", "records", "search-record"] as const;

/** Title and tabs of the personal center; a tab stands there as soon as its screen exists. */
export function PersonalFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("nav.routes");
  const pathname = usePathname();
  const tabs = TABS.map((name) => matchRoute(`/user/${name}`)).filter((route) => route?.ready);
  return (
    <>
      <TopBar title={t("user")} />
      <nav aria-label={t("user")} className="flex shrink-0 gap-5 overflow-x-auto border-b px-4 md:px-5">
        {tabs.map((route) =>
          route ? (
            <Link
              key={route.path}
              href={route.path}
              aria-current={pathname === route.path ? "page" : undefined}
              className={cn(
                "-mb-px flex h-11 items-center whitespace-nowrap border-b-2 text-sm -outline-offset-2 hover:text-fg",
                pathname === route.path ? "border-fg font-semibold text-fg" : "border-transparent text-fg-2",
              )}
            >
              {t(route.key as Parameters<typeof t>[0])}
            </Link>
          ) : null,
        )}
      </nav>
      {children}
    </>
  );
}
