"use client";

import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { ModelPurpose } from "@/lib/config/model-kinds";
import type { ModelDto } from "@/lib/features/models/dto";
import { readUses, useModelActions, usesOf } from "@/lib/features/models/hooks";
import { useUsedList } from "./used-list";

export interface ModelCommands {
  test: (model: ModelDto) => void;
  /** Opens the panel that tries it by hand. */
  tryOut: (model: ModelDto) => void;
  edit: (model: ModelDto) => void;
  enable: (model: ModelDto, enabled: boolean) => void;
  setDefault: (model: ModelDto, purpose: ModelPurpose) => void;
  remove: (model: ModelDto) => void;
}

/** What can be done with a model, with the questions asked before. */
export function useModelCommands(own: Pick<ModelCommands, "test" | "tryOut" | "edit">): ModelCommands {
  const t = useTranslations("models");
  const usedList = useUsedList();
  const { enable, setDefaults, remove } = useModelActions();

  const handleEnable = async ({ id, name }: ModelDto, enabled: boolean) => {
    try {
      await enable.mutateAsync({ id, enabled });
    } catch (error) {
      const uses = usesOf(error);
      if (!uses) return reportFailure(error);
      await confirm({
        title: t("disableModel.title"),
        description: (
          <>
            {t("disableModel.text", { name })}
            {usedList(uses)}
          </>
        ),
        okButton: t("disableModel.ok"),
        destructive: true,
        onOk: async () => {
          try {
            await enable.mutateAsync({ id, enabled, confirmed: true });
          } catch (failure) {
            reportFailure(failure);
            throw failure;
          }
        },
      });
    }
  };
  const handleRemove = async ({ id, name }: ModelDto) => {
    try {
      const uses = await readUses(id);
      await confirm({
        title: t("deleteModel.title"),
        description: (
          <>
            {t("deleteModel.text", { name })}
            {usedList(uses)}
          </>
        ),
        okButton: t("deleteModel.ok"),
        destructive: true,
        onOk: () => remove.mutateAsync(id),
      });
    } catch (error) {
      reportFailure(error);
    }
  };
  return {
    ...own,
    enable: (model, enabled) => void handleEnable(model, enabled),
    setDefault: (model, purpose) =>
      setDefaults.mutate({ [purpose]: model.id }, { onSuccess: () => toast.success(), onError: reportFailure }),
    remove: (model) => void handleRemove(model),
  };
}
