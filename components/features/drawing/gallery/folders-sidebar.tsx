"use client";

import { useQuery } from "@tanstack/react-query";
import { Images, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { FolderRow } from "@/components/common/folder-list";
import { OwnFolders } from "@/components/common/own-folders";
import { useFolderCommands } from "@/components/common/use-folder-commands";
import { SidebarArea } from "@/components/layout/sidebar-area";
import type { DrawingFolderDto } from "@/lib/features/drawing/dto";
import type { DrawingPlace } from "@/lib/features/drawing/filter";
import { drawingFoldersQuery, useFolderActions } from "@/lib/features/drawing/hooks";
import { FOLDER_NAME_MAX, FOLDERS_MAX } from "@/lib/features/drawing/limits";

interface FoldersSidebarProps {
  place: DrawingPlace;
  go: (patch: Partial<DrawingPlace>) => void;
}

/** Folders of pictures and the trash, in the lower half of the sidebar. */
export function FoldersSidebar({ place, go }: FoldersSidebarProps) {
  const t = useTranslations("drawing.folder");
  const { data, isError } = useQuery(drawingFoldersQuery);
  const isTrash = place.view === "trash";
  const current = isTrash ? "trash" : (place.folderId ?? "all");
  const commands = useFolderCommands<DrawingFolderDto>({
    t,
    deleteText: ({ name, pictures }) => t("deleteText", { name, count: pictures }),
    max: FOLDER_NAME_MAX,
    ...useFolderActions(),
    onRemoved: ({ id }) => {
      if (place.folderId === id) go({ folderId: null });
    },
  });
  const show = (folderId: string | null) => () => go({ view: "gallery", folderId, keyword: "" });
  return (
    <SidebarArea>
      <OwnFolders
        t={t}
        folders={data?.items}
        isFailed={isError}
        max={FOLDERS_MAX}
        all={{
          icon: Images,
          count: data?.all,
          to: show(null),
          isCurrent: place.view === "gallery" && current === "all",
        }}
        current={current}
        countOf={({ pictures }) => pictures}
        to={({ id }) => show(id)}
        commands={{ ...commands, create: () => commands.create() }}
      >
        {data && data.trash > 0 && (
          <FolderRow
            icon={Trash2}
            label={t("trash")}
            count={data.trash}
            isCurrent={isTrash}
            to={() => go({ view: "trash", folderId: null, keyword: "" })}
          />
        )}
      </OwnFolders>
    </SidebarArea>
  );
}
