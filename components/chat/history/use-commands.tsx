"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useExport } from "@/components/common/export-menu";
import { useNameDialog } from "@/components/common/use-name-dialog";
import { confirm } from "@/lib/client/dialogs";
import { SESSION_TITLE_MAX } from "@/lib/config/constants";
import type { ConversationArea } from "@/lib/conversation/area";
import { downloadConversation, useHistoryActions } from "@/lib/conversation/client/hooks";
import type { ConversationDto } from "@/lib/conversation/dto";
import { useChatFolderCommands } from "./use-folder-commands";
import { useShareDialog } from "./use-share-dialog";

/** What an area calls its conversations. */
export interface HistoryTexts {
  heading: string;
  create: string;
  search: string;
  untitled: string;
  name: string;
  renameTitle: string;
  deleteTitle: string;
  deleteText: (title: string) => string;
}

export type ListCommands = ReturnType<typeof useHistoryCommands>;

interface HistoryInput {
  area: ConversationArea;
  texts: HistoryTexts;
  /** The conversation in view. */
  currentId: string;
  onCreate: (input?: { folderId?: string }) => void;
  /** Begins to choose several conversations, this one among them. */
  onSelect: (id?: string) => void;
}

/** What can be done with conversations, with the questions asked before. */
export function useHistoryCommands({ area, texts, currentId, onCreate, onSelect }: HistoryInput) {
  const t = useTranslations("chat");
  const errors = useTranslations("errors");
  const router = useRouter();
  const share = useShareDialog(area);
  const askName = useNameDialog();
  const folders = useChatFolderCommands();
  const { run } = useExport();
  const { change, remove } = useHistoryActions();

  const handleRename = (conversation: ConversationDto) =>
    askName({
      title: texts.renameTitle,
      label: texts.name,
      initial: conversation.title,
      max: SESSION_TITLE_MAX,
      hint: t("sessions.nameHint", { max: SESSION_TITLE_MAX }),
      emptyError: errors("sessionNameEmpty"),
      save: async (title) => {
        await change.mutateAsync({ id: conversation.id, title });
        if (conversation.id === currentId) router.refresh();
      },
    });

  /** Leaves a conversation that went away. */
  const leave = (id: string) => {
    if (id === currentId) router.push(area.screen);
  };

  const handleRemove = async (conversation: ConversationDto) => {
    const agreed = await confirm({
      title: texts.deleteTitle,
      description: texts.deleteText(conversation.title || texts.untitled),
      okButton: t("sessions.delete"),
      destructive: true,
      onOk: async () => {
        await remove.mutateAsync(conversation.id);
      },
    });
    if (agreed) leave(conversation.id);
  };

  return {
    /** What a conversation without a title is called here. */
    untitled: texts.untitled,
    create: onCreate,
    select: onSelect,
    folders,
    rename: (one: ConversationDto) => void handleRename(one),
    remove: (one: ConversationDto) => void handleRemove(one),
    share: (one: ConversationDto) => share(one.id),
    export: (one: ConversationDto, format: "md" | "docx") => run(() => downloadConversation(one.id, format)),
    pin: (one: ConversationDto) => change.mutate({ id: one.id, pinned: !one.pinned }),
    move: (one: ConversationDto, folderId: string | null) => change.mutate({ id: one.id, folderId }),
    archive: (one: ConversationDto) =>
      change.mutate({ id: one.id, archived: true }, { onSuccess: () => leave(one.id) }),
    unarchive: (one: ConversationDto) => change.mutate({ id: one.id, archived: false }),
    leave,
  };
}
