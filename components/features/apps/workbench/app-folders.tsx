"use client";

import { useQuery } from "@tanstack/react-query";
import { Folder, FolderOpen, LayoutGrid } from "lucide-react";
import { useTranslations } from "next-intl";
import { FolderList, FolderMenu, FolderRow } from "@/components/common/folder-list";
import { useFolderCommands } from "@/components/common/use-folder-commands";
import { appFoldersQuery, useAppFolderActions } from "@/lib/features/apps/hooks";
import { APP_FOLDER_NAME_MAX, APP_FOLDERS_MAX } from "@/lib/features/apps/limits";

interface AppFoldersProps {
  current: string | null;
  onShow: (folderId: string | null) => void;
}

/** Own folders of the workbench: an order of one's own, also of apps that others share. */
export function AppFolders({ current, onShow }: AppFoldersProps) {
  const t = useTranslations("apps-list.folder");
  const { data, isError } = useQuery(appFoldersQuery);
  const commands = useFolderCommands({
    t,
    deleteText: ({ name }) => t("deleteText", { name }),
    max: APP_FOLDER_NAME_MAX,
    ...useAppFolderActions(),
    onRemoved: ({ id }) => {
      if (current === id) onShow(null);
    },
  });
  const isFull = (data?.items.length ?? 0) >= APP_FOLDERS_MAX;
  return (
    <FolderList
      heading={t("heading")}
      create={isFull ? t("full", { max: APP_FOLDERS_MAX }) : t("create")}
      isFull={isFull}
      onCreate={() => commands.create(onShow)}
      failure={isError && t("failed")}
      className="mb-3"
    >
      <FolderRow
        icon={LayoutGrid}
        label={t("all")}
        count={undefined}
        isCurrent={current === null}
        to={() => onShow(null)}
      />
      {data?.items.map((folder) => (
        <FolderRow
          key={folder.id}
          icon={current === folder.id ? FolderOpen : Folder}
          label={folder.name}
          count={undefined}
          isCurrent={current === folder.id}
          to={() => onShow(folder.id)}
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
    </FolderList>
  );
}
