"use client";

import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import { offerUndo } from "@/lib/client/undo";
import type { PromptDto } from "@/lib/features/prompts/dto";
import { usePromptActions } from "@/lib/features/prompts/hooks";

type Named = Pick<PromptDto, "id" | "name" | "isEnabled">;

/** Switching on and off, and deleting, with what is asked before. */
export function useConsoleCommands(onGone?: () => void) {
  const t = useTranslations("prompts.console");
  const { enable, remove, restore } = usePromptActions("console");
  const handleRemove = async ({ id, name }: Named) => {
    const agreed = await confirm({
      title: t("deleteTitle"),
      description: t("deleteText", { name }),
      okButton: t("delete"),
      destructive: true,
      onOk: () => remove.mutateAsync(id),
    });
    if (!agreed) return;
    onGone?.();
    offerUndo(t("deleted", { name }), async () => {
      await restore.mutateAsync(id);
    });
  };
  return {
    enable: ({ id, isEnabled }: Named) => enable.mutate({ id, enabled: !isEnabled }),
    remove: (prompt: Named) => void handleRemove(prompt),
  };
}
