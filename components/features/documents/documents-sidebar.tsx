"use client";

import { useQuery } from "@tanstack/react-query";
import { Files, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { FolderRow } from "@/components/common/folder-list";
import { OwnFolders } from "@/components/common/own-folders";
import { useFolderCommands } from "@/components/common/use-folder-commands";
import { SidebarArea } from "@/components/layout/sidebar-area";
import type { FolderDto } from "@/lib/features/documents/dto";
import { filterAddress, NO_FILTER } from "@/lib/features/documents/filter";
import { foldersQuery, useFolderActions } from "@/lib/features/documents/hooks";
import { FOLDER_NAME_MAX, FOLDERS_MAX } from "@/lib/features/documents/limits";
import { ChatHistory } from "./chat-history";

const HOME = "/personal/document/document-analysis";

interface DocumentsSidebarProps {
  /** The folder in view: an id, `none`, `trash`, `all`; null on other screens. */
  folder: string | null;
  chatId: string | null;
}

/** Folders and conversations in the lower half of the sidebar. */
export function DocumentsSidebar({ folder, chatId }: DocumentsSidebarProps) {
  return (
    <SidebarArea>
      <Folders current={folder} />
      <ChatHistory currentId={chatId} />
    </SidebarArea>
  );
}

function Folders({ current }: { current: string | null }) {
  const t = useTranslations("documents.folder");
  const { data, isError } = useQuery(foldersQuery);
  const commands = useDocumentFolderCommands(current);
  const href = (patch: Partial<typeof NO_FILTER>) => `${HOME}${filterAddress({ ...NO_FILTER, ...patch })}`;
  return (
    <OwnFolders
      t={t}
      folders={data?.items}
      isFailed={isError}
      max={FOLDERS_MAX}
      all={{ icon: Files, count: data?.all, to: href({}), isCurrent: current === "all" }}
      current={current}
      countOf={({ documents }) => documents}
      to={({ id }) => href({ folderId: id })}
      commands={{ ...commands, create: () => commands.create() }}
      className="mb-3"
    >
      {data && data.trash > 0 && (
        <FolderRow
          icon={Trash2}
          label={t("trash")}
          count={data.trash}
          isCurrent={current === "trash"}
          to={href({ trash: true })}
        />
      )}
    </OwnFolders>
  );
}

/** What can be done with folders. */
function useDocumentFolderCommands(current: string | null) {
  const t = useTranslations("documents.folder");
  const router = useRouter();
  return useFolderCommands<FolderDto>({
    t,
    deleteText: ({ name, documents }) => t("deleteText", { name, count: documents }),
    max: FOLDER_NAME_MAX,
    ...useFolderActions(),
    onRemoved: ({ id }) => {
      if (current === id) router.push(HOME);
    },
  });
}
