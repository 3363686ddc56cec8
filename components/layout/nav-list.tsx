"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { isExternal, type NavGroup, type NavItem } from "./navigation";

interface NavListProps {
  groups: readonly NavGroup[];
  active: string | undefined;
  /** Rows of the console are 30 px high, of the workspace 32. */
  compact?: boolean;
  /** In the collapsed sidebar the active entry opens its lower half beside it. */
  onActiveClick?: () => void;
}

/** The groups of a menu. In the collapsed sidebar (`rail`) only icons are left, their names become tooltips. */
export function NavList({ groups, active, compact, onActiveClick }: NavListProps) {
  return groups.map((group, index) => (
    <section key={group.id} aria-labelledby={`nav-${group.id}`} className={compact ? "mb-1.5" : "mb-2"}>
      {index > 0 && <div aria-hidden className="mx-2 mb-2 hidden border-t rail:block" />}
      <h2 id={`nav-${group.id}`} className="flex h-7 items-center px-2 text-xs font-normal text-fg-3 rail:sr-only">
        {group.label}
      </h2>
      <ul className={compact ? "" : "space-y-0.5"}>
        {group.items.map((item) => (
          <li key={item.id}>
            <NavEntry item={item} active={item.path === active} compact={compact} onActiveClick={onActiveClick} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface NavEntryProps {
  item: NavItem;
  active: boolean;
  compact?: boolean;
  onActiveClick?: () => void;
}

function NavEntry({ item, active, compact, onActiveClick }: NavEntryProps) {
  const className = cn(
    "flex items-center gap-2.5 rounded-sm px-2 text-sm transition-colors duration-(--dur-fast) rail:justify-center rail:px-0 pointer-coarse:h-11",
    compact ? "h-[30px]" : "h-8",
    active ? "bg-pressed font-semibold text-fg [&_svg]:text-primary-ink" : "text-fg-2 hover:bg-muted [&_svg]:text-fg-3",
  );
  const content: ReactNode = (
    <>
      {item.icon}
      <span className="min-w-0 flex-1 truncate rail:sr-only">{item.label}</span>
    </>
  );
  const hint = { "data-tooltip": item.label, "data-tooltip-side": "right" };
  if (isExternal(item.path)) {
    return (
      <a href={item.path} target="_blank" rel="noopener noreferrer" className={className} {...hint}>
        {content}
      </a>
    );
  }
  return (
    <Link
      href={item.path}
      prefetch={false}
      aria-current={active ? "page" : undefined}
      className={className}
      onClick={active ? onActiveClick : undefined}
      {...hint}
    >
      {content}
    </Link>
  );
}
