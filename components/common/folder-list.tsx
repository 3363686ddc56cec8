"use client";

import { type LucideIcon, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";

interface FolderListProps {
  heading: string;
  /** The label of the button that makes a folder; it says why where no more are possible. */
  create: string;
  isFull: boolean;
  onCreate: () => void;
  /** What is said when the folders could not be loaded. */
  failure: string | false;
  className?: string;
  children: ReactNode;
}

/** Folders in the lower half of the sidebar. */
export function FolderList({ heading, create, isFull, onCreate, failure, className, children }: FolderListProps) {
  return (
    <section aria-label={heading} className={className}>
      <div className="flex h-7 items-center gap-1 px-2 text-fg-3 text-xs">
        <h2 className="flex-1 font-normal">{heading}</h2>
        <IconButton icon={Plus} size={24} iconSize={14} label={create} disabled={isFull} onClick={onCreate} />
      </div>
      {failure && <p className="px-2 py-1.5 text-fg-3 text-xs">{failure}</p>}
      <ul className="space-y-0.5">{children}</ul>
    </section>
  );
}

interface FolderRowProps {
  icon: LucideIcon;
  label: string;
  count: number | undefined;
  isCurrent: boolean;
  /** Its address, or what shows it. */
  to: string | (() => void);
  /** What can be done with it. */
  menu?: ReactNode;
}

/** One folder: its name, how much lies in it, and its menu in place of the figure. */
export function FolderRow({ icon: Icon, label, count, isCurrent, to, menu }: FolderRowProps) {
  const className = cn(
    "flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-sm transition-colors duration-(--dur-fast) pointer-coarse:h-11",
    isCurrent
      ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
      : "text-fg-2 hover:bg-muted",
  );
  const body = (
    <>
      <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {count !== undefined && (
        <span
          className={cn(
            "tnum font-normal text-fg-3 text-xs",
            menu && "group-focus-within:invisible group-hover:invisible pointer-coarse:mr-10",
          )}
        >
          {count}
        </span>
      )}
    </>
  );
  return (
    <li className="group relative flex items-center">
      {typeof to === "string" ? (
        <Link href={to} prefetch={false} aria-current={isCurrent ? "page" : undefined} className={className}>
          {body}
        </Link>
      ) : (
        <button type="button" aria-current={isCurrent ? "true" : undefined} onClick={to} className={className}>
          {body}
        </button>
      )}
      {menu && (
        <span className="absolute right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
          {menu}
        </span>
      )}
    </li>
  );
}

interface FolderMenuProps {
  label: string;
  rename: string;
  remove: string;
  onRename: () => void;
  onRemove: () => void;
}

/** What can be done with a folder of one's own. */
export function FolderMenu({ label, rename, remove, onRename, onRemove }: FolderMenuProps) {
  return (
    <MoreMenu
      label={label}
      commands={[
        { key: "rename", label: rename, icon: Pencil, onSelect: onRename },
        { key: "delete", label: remove, icon: Trash2, danger: true, onSelect: onRemove },
      ]}
    />
  );
}
