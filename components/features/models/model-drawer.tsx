"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FormProvider, useController } from "react-hook-form";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { applyServerErrors, useZodForm } from "@/components/form/use-zod-form";
import { Checkbox } from "@/components/ui/checkbox";
import { toast } from "@/lib/client/toast";
import { MODEL_ABILITIES, MODEL_TYPES, type ModelAbility } from "@/lib/config/model-kinds";
import type { ModelDto } from "@/lib/features/models/dto";
import { useModelActions } from "@/lib/features/models/hooks";
import { modelForm } from "@/lib/features/models/schema";
import { DrawerFrame } from "./drawer-frame";
import { FormFailure } from "./form-failure";

interface ModelDrawerProps {
  model: ModelDto;
  onClose: () => void;
}

/** What the product knows of a model: names, type, sizes, abilities. */
export function ModelDrawer({ model, onClose }: ModelDrawerProps) {
  const t = useTranslations("models");
  const { edit } = useModelActions();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(modelForm, {
    name: model.name,
    upstreamModel: model.upstreamModel,
    type: model.type,
    description: model.description,
    contextWindow: model.contextWindow ?? undefined,
    maxOutputTokens: model.maxOutputTokens ?? undefined,
    abilities: model.abilities,
  });
  const handleSubmit = form.handleSubmit(async ({ contextWindow = null, maxOutputTokens = null, ...values }) => {
    setFailure(null);
    try {
      await edit.mutateAsync({ id: model.id, ...values, contextWindow, maxOutputTokens });
      toast.success();
      onClose();
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error);
    }
  });
  return (
    <DrawerFrame
      title={t("drawer.model")}
      meta={model.name}
      isSaving={edit.isPending}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextField name="name" label={t("form.name")} required maxLength={120} autoComplete="off" />
        <TextField name="upstreamModel" label={t("form.upstream")} required maxLength={120} autoComplete="off" />
        <SelectField
          name="type"
          label={t("form.type")}
          required
          options={MODEL_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField name="contextWindow" kind="number" label={t("form.context")} inputMode="numeric" />
          <TextField name="maxOutputTokens" kind="number" label={t("form.output")} inputMode="numeric" />
        </div>
        <Abilities />
        <TextareaField name="description" label={t("form.description")} maxLength={500} rows={3} />
        <FormFailure error={failure} />
      </FormProvider>
    </DrawerFrame>
  );
}

function Abilities() {
  const t = useTranslations("models");
  const id = useId();
  const { field } = useController<{ abilities: ModelAbility[] }, "abilities">({ name: "abilities" });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">{t("form.abilities")}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {MODEL_ABILITIES.map((ability) => (
          <span key={ability} className="flex items-center gap-2 text-sm">
            <Checkbox
              id={`${id}-${ability}`}
              checked={field.value.includes(ability)}
              onCheckedChange={(checked) =>
                field.onChange(
                  checked === true ? [...field.value, ability] : field.value.filter((value) => value !== ability),
                )
              }
            />
            <label htmlFor={`${id}-${ability}`}>{t(`ability.${ability}`)}</label>
          </span>
        ))}
      </div>
    </fieldset>
  );
}
