"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "@/lib/client/toast";
import type { ChatSettings } from "@/lib/conversation/settings";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { useSettingsActions } from "@/lib/features/chat/settings-hooks";

interface Models {
  items: ChatModelDto[];
  defaultId: string | null;
}

export type ChatChoices = ReturnType<typeof useChatChoices>;

const canCallTools = (model: ChatModelDto | undefined) => model?.abilities.includes("tool_call") ?? false;

/** What a person chose in the composer of one chat: model, tools, models to compare. Kept with the chat as they choose. */
export function useChatChoices(sessionId: string, models: Models, settings: ChatSettings) {
  const errors = useTranslations("errors");
  const isKnown = models.items.some(({ id }) => id === settings.modelId);
  const [modelId, setModelId] = useState(isKnown ? (settings.modelId ?? null) : models.defaultId);
  const [tools, setTools] = useState<readonly string[]>(settings.tools ?? []);
  const [compared, setCompared] = useState<readonly string[]>([]);
  const { changeChat, changePerson } = useSettingsActions(sessionId);
  const model = models.items.find(({ id }) => id === modelId);

  return {
    modelId,
    model,
    tools,
    compared,
    canCallTools: canCallTools(model),
    compare: setCompared,
    chooseModel: (id: string) => {
      setModelId(id);
      changeChat.mutate({ modelId: id });
      // spec B9: they come back with a model that can.
      const next = models.items.find((each) => each.id === id);
      if (tools.length > 0 && canCallTools(model) && !canCallTools(next)) toast.warning(errors("toolNotForModel"));
    },
    chooseTools: (names: string[]) => {
      setTools(names);
      changeChat.mutate({ tools: names });
      // New chats begin with what was last chosen.
      changePerson.mutate({ tools: names });
    },
    /** After the settings were saved elsewhere. */
    take: (id: string | undefined) => {
      if (id && models.items.some((each) => each.id === id)) setModelId(id);
    },
  };
}
