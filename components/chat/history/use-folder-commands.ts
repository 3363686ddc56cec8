"use client";

import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import type { ChatFolderDto } from "@/lib/features/chat/dto";
import { useChatFolderActions } from "@/lib/features/chat/hooks";
import { CHAT_FOLDER_NAME_MAX } from "@/lib/features/chat/limits";
import { useNameDialog } from "./use-name-dialog";

/** What can be done with folders of chats. */
export function useFolderCommands() {
  const t = useTranslations("chat.folders");
  const askName = useNameDialog();
  const { create, rename, remove } = useChatFolderActions();
  const question = { label: t("name"), max: CHAT_FOLDER_NAME_MAX, emptyError: t("nameEmpty") };
  return {
    /** `then` gets the new folder's id, e.g. to move a chat into it. */
    create: (then?: (id: string) => unknown) =>
      void askName({
        ...question,
        title: t("createTitle"),
        initial: "",
        save: async (name) => {
          const { id } = await create.mutateAsync(name);
          await then?.(id);
        },
      }),
    rename: (folder: ChatFolderDto) =>
      void askName({
        ...question,
        title: t("renameTitle"),
        initial: folder.name,
        save: (name) => rename.mutateAsync({ id: folder.id, name }),
      }),
    remove: (folder: ChatFolderDto) =>
      void confirm({
        title: t("deleteTitle"),
        description: t("deleteText", { name: folder.name }),
        okButton: t("delete"),
        destructive: true,
        onOk: async () => {
          await remove.mutateAsync(folder.id);
        },
      }),
  };
}
