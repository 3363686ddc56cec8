"use client";

import { Archive, ArchiveRestore, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import type { SessionCommands } from "./use-session-commands";

interface SessionMenuProps {
  trigger: ReactElement;
  session: ChatSessionDto;
  /** The last chat stays (spec 5). */
  canRemove: boolean;
  commands: SessionCommands;
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
