"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutGrid } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnFolders } from "@/components/common/own-folders";
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
  return (
    <OwnFolders
      t={t}
      folders={data?.items}
      isFailed={isError}
      max={APP_FOLDERS_MAX}
      all={{ icon: LayoutGrid, count: undefined, isCurrent: current === null, to: () => onShow(null) }}
      current={current}
      to={({ id }) =>
        () =>
          onShow(id)
        }
      commands={{ ...commands, create: () => commands.create(onShow) }}
      className="mb-3"
    />
  );
}
