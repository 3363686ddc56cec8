"use client";

import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { OwnFolders } from "@/components/common/own-folders";
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
  return (
    <SidebarArea>
      <OwnFolders
        t={t}
        folders={data?.items}
        isFailed={isError}
        max={COLLECTION_FOLDERS_MAX}
        all={{ icon: Star, count: data?.all, isCurrent: current === null, to: () => onShow(null) }}
        current={current}
        countOf={({ items }) => items}
        to={({ id }) =>
          () =>
            onShow(id)
          }
        commands={{
          create: commands.createFolder,
          rename: commands.renameFolder,
          remove: (folder) => commands.removeFolder(folder, () => current === folder.id && onShow(null)),
        }}
      />
    </SidebarArea>
  );
}
