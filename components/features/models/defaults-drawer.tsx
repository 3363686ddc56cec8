"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/lib/client/toast";
import { MODEL_PURPOSES, type ModelPurpose, servesPurpose } from "@/lib/config/model-kinds";
import type { ModelDto } from "@/lib/features/models/dto";
import { defaultsQuery, useModelActions } from "@/lib/features/models/hooks";

interface DefaultsDrawerProps {
  models: readonly ModelDto[];
  onClose: () => void;
}

/** A select cannot hold an empty value. */
const NONE = "none";

/** The model each purpose uses by itself; only models that serve it are offered. */
export function DefaultsDrawer({ models, onClose }: DefaultsDrawerProps) {
  const t = useTranslations("models");
  const id = useId();
  const { data, error } = useQuery(defaultsQuery);
  const { setDefaults } = useModelActions();
  const [changed, setChanged] = useState<Partial<Record<ModelPurpose, string | null>>>({});
  const [failure, setFailure] = useState<unknown>(null);

  const handleSubmit = async () => {
    setFailure(null);
    try {
      await setDefaults.mutateAsync(changed);
      toast.success();
      onClose();
    } catch (refusal) {
      setFailure(refusal);
    }
  };
  return (
    <DrawerFrame
      title={t("defaults.title")}
      isSaving={setDefaults.isPending}
      canSave={Object.keys(changed).length > 0}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <p className="text-fg-2 text-sm">{t("defaults.text")}</p>
      {!data && !error && <PanelSkeleton />}
      {data &&
        MODEL_PURPOSES.map((purpose) => {
          const chosen = purpose in changed ? changed[purpose] : data[purpose];
          const serving = models.filter(
            (model) => servesPurpose(model, purpose) && (model.enabled || model.id === chosen),
          );
          const fieldId = `${id}-${purpose}`;
          return (
            <Field key={purpose} id={fieldId} label={t(`purpose.${purpose}`)} hint={t(`purposeHint.${purpose}`)}>
              <Select
                id={fieldId}
                aria-describedby={`${fieldId}-message`}
                className="w-full"
                value={chosen ?? NONE}
                onValueChange={(value) => setChanged({ ...changed, [purpose]: value === NONE ? null : value })}
                options={[
                  { value: NONE, label: serving.length === 0 ? t("defaults.noModel") : t("defaults.none") },
                  ...serving.map((model) => ({ value: model.id, label: model.name })),
                ]}
              />
            </Field>
          );
        })}
      <FormFailure error={failure ?? error} />
    </DrawerFrame>
  );
}
