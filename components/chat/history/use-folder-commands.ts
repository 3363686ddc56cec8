"use client";

import { useTranslations } from "next-intl";
import { useFolderCommands } from "@/components/common/use-folder-commands";
import { useChatFolderActions } from "@/lib/features/chat/hooks";
import { CHAT_FOLDER_NAME_MAX } from "@/lib/features/chat/limits";

/** What can be done with folders of chats. */
export function useChatFolderCommands() {
  const t = useTranslations("chat.folders");
  return useFolderCommands({
    t,
    deleteText: ({ name }) => t("deleteText", { name }),
    max: CHAT_FOLDER_NAME_MAX,
    ...useChatFolderActions(),
  });
}
