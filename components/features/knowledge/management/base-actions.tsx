"use client";

import { Pin, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { IconButton } from "@/components/ui/icon-button";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import type { BaseCommands } from "./use-base-commands";

interface BaseActionsProps {
  base: BaseDto;
  commands: BaseCommands;
}

/** The pin of a base at hand, and what else can be done; of one in the trash, the way back. */
export function BaseActions({ base, commands }: BaseActionsProps) {
  const t = useTranslations("knowledge");
  if (base.deletedAt) {
    return (
      <IconButton
        icon={Undo2}
        label={t("command.restore", { name: base.name })}
        onClick={() => commands.restore(base)}
      />
    );
  }
  const more = commands.of(base);
  return (
    <>
      <IconButton
        icon={Pin}
        iconSize={15}
        label={t(base.isShortcut ? "shortcuts.unpin" : "shortcuts.pin", { name: base.name })}
        active={base.isShortcut}
        onClick={() => commands.pin(base)}
      />
      {more.length > 0 && <MoreMenu label={t("more", { name: base.name })} commands={more} />}
    </>
  );
}
