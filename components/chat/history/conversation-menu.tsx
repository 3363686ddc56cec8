"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  ArchiveRestore,
  FileText,
  FileType,
  Folder,
  FolderInput,
  FolderPlus,
  FolderX,
  ListChecks,
  Pencil,
  Pin,
  PinOff,
  Share2,
  Trash2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { ConversationArea } from "@/lib/conversation/area";
import type { ConversationDto } from "@/lib/conversation/dto";
import { chatFoldersQuery } from "@/lib/features/chat/hooks";
import type { ListCommands } from "./use-commands";

interface ConversationMenuProps {
  trigger: ReactElement;
  area: ConversationArea;
  conversation: ConversationDto;
  /** The last chat stays (spec 5). */
  canRemove: boolean;
  commands: ListCommands;
}

export function ConversationMenu({ trigger, area, conversation, canRemove, commands }: ConversationMenuProps) {
  const t = useTranslations("chat.sessions");
  const [open, setOpen] = useState(true);
  return (
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem icon={Pencil} onSelect={() => commands.rename(conversation)}>
          {t("rename")}
        </DropdownMenuItem>
        {!conversation.archived && (
          <DropdownMenuItem icon={conversation.pinned ? PinOff : Pin} onSelect={() => commands.pin(conversation)}>
            {conversation.pinned ? t("unpin") : t("pin")}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem icon={Share2} onSelect={() => commands.share(conversation)}>
          {t("share")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={FileType} onSelect={() => commands.export(conversation, "docx")}>
          {t("exportWord")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={FileText} onSelect={() => commands.export(conversation, "md")}>
          {t("exportMarkdown")}
        </DropdownMenuItem>
        {area.hasFolders && <MoveMenu conversation={conversation} commands={commands} />}
        <DropdownMenuItem icon={ListChecks} onSelect={() => commands.select(conversation.id)}>
          {t("select")}
        </DropdownMenuItem>
        {conversation.archived ? (
          <DropdownMenuItem icon={ArchiveRestore} onSelect={() => commands.unarchive(conversation)}>
            {t("unarchive")}
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem icon={Archive} disabled={!canRemove} onSelect={() => commands.archive(conversation)}>
            {t("archive")}
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          icon={Trash2}
          danger
          disabled={!canRemove}
          trailing={canRemove ? undefined : t("atLeastOne")}
          onSelect={() => commands.remove(conversation)}
        >
          {t("delete")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function MoveMenu({ conversation, commands }: { conversation: ConversationDto; commands: ListCommands }) {
  const t = useTranslations("chat.sessions");
  const { data } = useQuery(chatFoldersQuery);
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger icon={FolderInput}>{t("move")}</DropdownMenuSubTrigger>
      <DropdownMenuSubContent className="max-h-80 max-w-64 overflow-y-auto">
        {conversation.folderId && (
          <DropdownMenuItem icon={FolderX} onSelect={() => commands.move(conversation, null)}>
            {t("moveOut")}
          </DropdownMenuItem>
        )}
        {data?.items
          .filter(({ id }) => id !== conversation.folderId)
          .map(({ id, name }) => (
            <DropdownMenuItem key={id} icon={Folder} onSelect={() => commands.move(conversation, id)}>
              {name}
            </DropdownMenuItem>
          ))}
        <DropdownMenuItem
          icon={FolderPlus}
          onSelect={() => commands.folders.create((folderId) => commands.move(conversation, folderId))}
        >
          {t("moveToNew")}
        </DropdownMenuItem>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
