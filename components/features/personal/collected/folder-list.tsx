"use client";

import { useQuery } from "@tanstack/react-query";
import { Folder, FolderOpen, type LucideIcon, Pencil, Plus, Star, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { collectionFoldersQuery } from "@/lib/collected/hooks";
import { COLLECTION_FOLDERS_MAX } from "@/lib/collected/limits";
import type { CollectedCommands } from "./use-collected-commands";

interface FolderListProps {
  current: string | null;
  commands: CollectedCommands;
  onShow: (folderId: string | null) => void;
}

/** Folders of the collection in the lower half of the sidebar. */
export function FolderList({ current, commands, onShow }: FolderListProps) {
  const t = useTranslations("personal.collected.folder");
  const { data, isError } = useQuery(collectionFoldersQuery);
  const isFull = (data?.items.length ?? 0) >= COLLECTION_FOLDERS_MAX;
  return (
    <SidebarArea>
      <section aria-label={t("heading")}>
        <div className="flex h-7 items-center gap-1 px-2 text-fg-3 text-xs">
          <h2 className="flex-1 font-normal">{t("heading")}</h2>
          <IconButton
            icon={Plus}
            size={24}
            iconSize={14}
            label={isFull ? t("full", { max: COLLECTION_FOLDERS_MAX }) : t("create")}
            disabled={isFull}
            onClick={commands.createFolder}
          />
        </div>
        {isError && <p className="px-2 py-1.5 text-fg-3 text-xs">{t("failed")}</p>}
        <ul className="space-y-0.5">
          <Row
            icon={Star}
            label={t("all")}
            count={data?.all}
            isCurrent={current === null}
            onClick={() => onShow(null)}
          />
          {data?.items.map((folder) => (
            <Row
              key={folder.id}
              icon={current === folder.id ? FolderOpen : Folder}
              label={folder.name}
              count={folder.items}
              isCurrent={current === folder.id}
              onClick={() => onShow(folder.id)}
            >
              <MoreMenu
                label={t("more", { name: folder.name })}
                commands={[
                  { key: "rename", label: t("rename"), icon: Pencil, onSelect: () => commands.renameFolder(folder) },
                  {
                    key: "delete",
                    label: t("delete"),
                    icon: Trash2,
                    danger: true,
                    onSelect: () => commands.removeFolder(folder, () => current === folder.id && onShow(null)),
                  },
                ]}
              />
            </Row>
          ))}
        </ul>
      </section>
    </SidebarArea>
  );
}

interface RowProps {
  icon: LucideIcon;
  label: string;
  count: number | undefined;
  isCurrent: boolean;
  onClick: () => void;
  children?: ReactNode;
}

function Row({ icon: Icon, label, count, isCurrent, onClick, children }: RowProps) {
  return (
    <li className="group relative flex items-center">
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        onClick={onClick}
        className={cn(
          "flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-sm transition-colors duration-(--dur-fast) pointer-coarse:h-11",
          isCurrent
            ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
            : "text-fg-2 hover:bg-muted",
        )}
      >
        <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-fg-3" />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {count !== undefined && (
          <span
            className={cn(
              "tnum font-normal text-fg-3 text-xs",
              children && "group-focus-within:invisible group-hover:invisible pointer-coarse:mr-10",
            )}
          >
            {count}
          </span>
        )}
      </button>
      {children && (
        <span className="absolute right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
          {children}
        </span>
      )}
    </li>
  );
}
