"use client";

import { ChevronRight, Folder, FolderOpen, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { cn } from "@/components/ui/cn";
import type { ChatFolderDto } from "@/lib/features/chat/dto";
import type { ListCommands } from "./use-commands";

interface FolderGroupProps {
  folder: ChatFolderDto;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
  commands: ListCommands;
  children: ReactNode;
}

/** A folder of chats that opens and closes. */
export function FolderGroup({ folder, count, isOpen, onToggle, commands, children }: FolderGroupProps) {
  const t = useTranslations("chat.folders");
  const id = useId();
  const Icon = isOpen ? FolderOpen : Folder;
  return (
    <div className="mb-0.5">
      <div className="group relative flex items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex h-8 min-w-0 flex-1 items-center gap-1.5 rounded-sm pl-1 pr-8 text-sm text-fg-2 hover:bg-muted pointer-coarse:h-11"
        >
          <ChevronRight aria-hidden size={12} className={cn("shrink-0 text-fg-3", isOpen && "rotate-90")} />
          <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
          <span className="min-w-0 truncate">{folder.name}</span>
          <span className="tnum ml-auto text-xs text-fg-3 group-focus-within:invisible group-hover:invisible">
            {count}
          </span>
        </button>
        <span className="absolute right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
          <MoreMenu
            label={t("more", { name: folder.name })}
            commands={[
              {
                key: "new",
                label: t("newChat"),
                icon: Plus,
                onSelect: () => commands.create({ folderId: folder.id }),
              },
              { key: "rename", label: t("rename"), icon: Pencil, onSelect: () => commands.folders.rename(folder) },
              {
                key: "delete",
                label: t("delete"),
                icon: Trash2,
                danger: true,
                apart: true,
                onSelect: () => commands.folders.remove(folder),
              },
            ]}
          />
        </span>
      </div>
      <div id={id} hidden={!isOpen} className="ml-3 border-l pl-1">
        {children}
      </div>
    </div>
  );
}
