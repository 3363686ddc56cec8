"use client";

import { Folder as FolderIcon, FolderOpen } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { FolderList, FolderMenu, FolderRow } from "@/components/common/folder-list";
import type { NamedFolder } from "@/components/common/use-folder-commands";

/** Keys of what an area says of its folders. */
type FolderText = "heading" | "create" | "full" | "failed" | "more" | "rename" | "delete" | "all";

interface OwnFoldersProps<Folder> {
  t: (key: FolderText, args?: { max: number } | { name: string }) => string;
  folders: readonly Folder[] | undefined;
  isFailed: boolean;
  /** So many a person may have. */
  max: number;
  /** The row of everything, whatever folder it lies in. */
  all: Omit<ComponentProps<typeof FolderRow>, "label" | "menu">;
  /** The folder in view. */
  current: string | null;
  countOf?: (folder: Folder) => number;
  to: (folder: Folder) => string | (() => void);
  commands: { create: () => void; rename: (folder: Folder) => void; remove: (folder: Folder) => void };
  className?: string;
  /** Rows behind the folders. */
  children?: ReactNode;
}

/** A person's own folders in the lower half of the sidebar: shown, made, renamed and deleted. */
export function OwnFolders<Folder extends NamedFolder>({
  t,
  folders,
  isFailed,
  max,
  all,
  current,
  countOf,
  to,
  commands,
  className,
  children,
}: OwnFoldersProps<Folder>) {
  const isFull = (folders?.length ?? 0) >= max;
  return (
    <FolderList
      heading={t("heading")}
      create={isFull ? t("full", { max }) : t("create")}
      isFull={isFull}
      onCreate={commands.create}
      failure={isFailed && t("failed")}
      className={className}
    >
      <FolderRow {...all} label={t("all")} />
      {folders?.map((folder) => (
        <FolderRow
          key={folder.id}
          icon={current === folder.id ? FolderOpen : FolderIcon}
          label={folder.name}
          count={countOf?.(folder)}
          isCurrent={current === folder.id}
          to={to(folder)}
          menu={
            <FolderMenu
              label={t("more", { name: folder.name })}
              rename={t("rename")}
              remove={t("delete")}
              onRename={() => commands.rename(folder)}
              onRemove={() => commands.remove(folder)}
            />
          }
        />
      ))}
      {children}
    </FolderList>
  );
}
