"use client";

import { useQuery } from "@tanstack/react-query";
import { Folder, FolderOpen, Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { FolderList, FolderMenu, FolderRow } from "@/components/common/folder-list";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { collectionFoldersQuery } from "@/lib/collected/hooks";
import { COLLECTION_FOLDERS_MAX } from "@/lib/collected/limits";
import type { CollectedCommands } from "./use-collected-commands";

interface CollectionFoldersProps {
  current: string | null;
  commands: CollectedCommands;
  onShow: (folderId: string | null) => void;
}

/** Folders of the collection in the lower half of the sidebar. */
export function CollectionFolders({ current, commands, onShow }: CollectionFoldersProps) {
  const t = useTranslations("personal.collected.folder");
  const { data, isError } = useQuery(collectionFoldersQuery);
  const isFull = (data?.items.length ?? 0) >= COLLECTION_FOLDERS_MAX;
  return (
    <SidebarArea>
      <FolderList
        heading={t("heading")}
        create={isFull ? t("full", { max: COLLECTION_FOLDERS_MAX }) : t("create")}
        isFull={isFull}
        onCreate={commands.createFolder}
        failure={isError && t("failed")}
      >
        <FolderRow
          icon={Star}
          label={t("all")}
          count={data?.all}
          isCurrent={current === null}
          to={() => onShow(null)}
        />
        {data?.items.map((folder) => (
          <FolderRow
            key={folder.id}
            icon={current === folder.id ? FolderOpen : Folder}
            label={folder.name}
            count={folder.items}
            isCurrent={current === folder.id}
            to={() => onShow(folder.id)}
            menu={
              <FolderMenu
                label={t("more", { name: folder.name })}
                rename={t("rename")}
                remove={t("delete")}
                onRename={() => commands.renameFolder(folder)}
                onRemove={() => commands.removeFolder(folder, () => current === folder.id && onShow(null))}
              />
            }
          />
        ))}
      </FolderList>
    </SidebarArea>
  );
}
