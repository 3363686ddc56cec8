"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { TopBar } from "@/components/layout/top-bar";
import { cn } from "@/components/ui/cn";

interface PersonalFrameProps {
  title: string;
  tabs: readonly { path: string; title: string }[];
  children: ReactNode;
}

/** Title and tabs of the personal center; a tab stands there as soon as its screen exists. */
export function PersonalFrame({ title, tabs, children }: PersonalFrameProps) {
  const pathname = usePathname();
  return (
    <>
      <TopBar title={title} />
      <nav aria-label={title} className="flex shrink-0 gap-5 overflow-x-auto border-b px-4 md:px-5">
        {tabs.map((tab) => (
          <Link
            key={tab.path}
            href={tab.path}
            aria-current={pathname === tab.path ? "page" : undefined}
            className={cn(
              "-mb-px flex h-11 items-center whitespace-nowrap border-b-2 text-sm -outline-offset-2 hover:text-fg",
              pathname === tab.path ? "border-fg font-semibold text-fg" : "border-transparent text-fg-2",
            )}
          >
            {tab.title}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
