"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import type { ChatChoices } from "./use-chat-choices";

const SettingsDrawer = loadedPart(async () => (await import("./settings-drawer")).SettingsDrawer);

interface SettingsButtonProps {
  sessionId: string;
  models: readonly ChatModelDto[];
  choices: ChatChoices;
}

/** Opens the settings of the chat; the drawer is loaded when it is first wanted. */
export function SettingsButton({ sessionId, models, choices }: SettingsButtonProps) {
  const t = useTranslations("chat");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        size={32}
        label={t("settings")}
        aria-haspopup="dialog"
        onPointerEnter={SettingsDrawer.preload}
        onClick={() => setOpen(true)}
      />
      {open && (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <SettingsDrawer
            sessionId={sessionId}
            model={choices.model}
            models={models}
            onModel={choices.take}
            onClose={() => setOpen(false)}
          />
        </LazyBoundary>
      )}
    </>
  );
}
