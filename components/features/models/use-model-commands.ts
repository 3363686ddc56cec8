"use client";

import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { ModelPurpose } from "@/lib/config/model-kinds";
import type { ModelDto } from "@/lib/features/models/dto";
import { useModelActions } from "@/lib/features/models/hooks";

export interface ModelCommands {
  test: (model: ModelDto) => void;
  edit: (model: ModelDto) => void;
  enable: (model: ModelDto, enabled: boolean) => void;
  setDefault: (model: ModelDto, purpose: ModelPurpose) => void;
  remove: (model: ModelDto) => void;
}

/** What can be done with a model, with the questions asked before. */
export function useModelCommands(own: Pick<ModelCommands, "test" | "edit">): ModelCommands {
  const t = useTranslations("models.deleteModel");
  const { enable, setDefault, remove } = useModelActions();
  return {
    ...own,
    enable: (model, enabled) => enable.mutate({ id: model.id, enabled }),
    setDefault: (model, purpose) => setDefault.mutate({ purpose, id: model.id }, { onSuccess: () => toast.success() }),
    remove: (model) =>
      void confirm({
        title: t("title"),
        description: t("text", { name: model.name }),
        okButton: t("ok"),
        destructive: true,
        onOk: async () => {
          await remove.mutateAsync(model.id);
        },
      }),
  };
}
