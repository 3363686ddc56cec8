"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  ArchiveRestore,
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
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import { chatFoldersQuery } from "@/lib/features/chat/hooks";
import type { ListCommands } from "./session-list";

interface SessionMenuProps {
  trigger: ReactElement;
  session: ChatSessionDto;
  /** The last chat stays (spec 5). */
  canRemove: boolean;
  commands: ListCommands;
}

export function SessionMenu({ trigger, session, canRemove, commands }: SessionMenuProps) {
  const t = useTranslations("chat.sessions");
  const [open, setOpen] = useState(true);
  return (
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem icon={Pencil} onSelect={() => commands.rename(session)}>
          {t("rename")}
        </DropdownMenuItem>
        {!session.archived && (
          <DropdownMenuItem icon={session.pinned ? PinOff : Pin} onSelect={() => commands.pin(session)}>
            {session.pinned ? t("unpin") : t("pin")}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem icon={Share2} onSelect={() => commands.share(session)}>
          {t("share")}
        </DropdownMenuItem>
        <MoveMenu session={session} commands={commands} />
        <DropdownMenuItem icon={ListChecks} onSelect={() => commands.select(session.id)}>
          {t("select")}
        </DropdownMenuItem>
        {session.archived ? (
          <DropdownMenuItem icon={ArchiveRestore} onSelect={() => commands.unarchive(session)}>
            {t("unarchive")}
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem icon={Archive} disabled={!canRemove} onSelect={() => commands.archive(session)}>
            {t("archive")}
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          icon={Trash2}
          danger
          disabled={!canRemove}
          trailing={canRemove ? undefined : t("atLeastOne")}
          onSelect={() => commands.remove(session)}
        >
          {t("delete")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function MoveMenu({ session, commands }: { session: ChatSessionDto; commands: ListCommands }) {
  const t = useTranslations("chat.sessions");
  const { data } = useQuery(chatFoldersQuery);
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger icon={FolderInput}>{t("move")}</DropdownMenuSubTrigger>
      <DropdownMenuSubContent className="max-h-80 max-w-64 overflow-y-auto">
        {session.folderId && (
          <DropdownMenuItem icon={FolderX} onSelect={() => commands.move(session, null)}>
            {t("moveOut")}
          </DropdownMenuItem>
        )}
        {data?.items
          .filter(({ id }) => id !== session.folderId)
          .map(({ id, name }) => (
            <DropdownMenuItem key={id} icon={Folder} onSelect={() => commands.move(session, id)}>
              {name}
            </DropdownMenuItem>
          ))}
        <DropdownMenuItem
          icon={FolderPlus}
          onSelect={() => commands.folders.create((folderId) => commands.move(session, folderId))}
        >
          {t("moveToNew")}
        </DropdownMenuItem>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
