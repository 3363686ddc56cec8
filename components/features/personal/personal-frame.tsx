"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkTabs } from "@/components/layout/link-tabs";
import { TopBar } from "@/components/layout/top-bar";

interface PersonalFrameProps {
  title: string;
  tabs: readonly { href: string; title: string }[];
  children: ReactNode;
}

/** Title and tabs of the personal center; a tab stands there as soon as its screen exists. */
export function PersonalFrame({ title, tabs, children }: PersonalFrameProps) {
  return (
    <>
      <TopBar title={title} />
      <LinkTabs label={title} tabs={tabs} current={usePathname()} />
      {children}
    </>
  );
}
