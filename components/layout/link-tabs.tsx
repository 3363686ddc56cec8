"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Count } from "@/components/ui/count";

interface LinkTabsProps {
  label: string;
  tabs: readonly { href: string; title: string; count?: number }[];
  /** Address of the tab in view. */
  current: string;
  /** Stands at the other end of the row. */
  trailing?: ReactNode;
}

/** Tabs below a top bar that are screens of their own. */
export function LinkTabs({ label, tabs, current, trailing }: LinkTabsProps) {
  const nav = useRef<HTMLElement>(null);
  // Of more tabs than there is room for the one in view is among those that are seen; nothing but the row itself is scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    // With the next picture: places asked for now would be worked out twice.
    const frame = requestAnimationFrame(() => {
      const row = nav.current;
      const link = row?.querySelector<HTMLElement>("[aria-current=page]");
      if (row && link) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);
  const row = (
    <nav
      ref={nav}
      aria-label={label}
      className={cn("flex gap-5 overflow-x-auto px-4 md:px-5", trailing ? "min-w-0 flex-1" : "shrink-0 border-b")}
    >
      {tabs.map(({ href, title, count }) => (
        <Link
          key={href}
          href={href}
          aria-current={current === href ? "page" : undefined}
          className={cn(
            "-mb-px flex h-11 items-center gap-1.5 whitespace-nowrap border-b-2 text-sm -outline-offset-2 hover:text-fg",
            current === href ? "border-fg font-semibold text-fg" : "border-transparent text-fg-2",
          )}
        >
          {title}
          {count !== undefined && <Count>{count}</Count>}
        </Link>
      ))}
    </nav>
  );
  if (!trailing) return row;
  return (
    <div className="flex shrink-0 items-center border-b">
      {row}
      <div className="shrink-0 px-4 md:px-5">{trailing}</div>
    </div>
  );
}
