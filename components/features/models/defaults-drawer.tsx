"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { FormDrawer } from "@/components/form/form-drawer";
import { FormFailure } from "@/components/form/form-failure";
import { SelectField } from "@/components/form/select-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { MODEL_PURPOSES, type ModelPurpose, servesPurpose } from "@/lib/config/model-kinds";
import type { ModelDefaultsDto, ModelDto } from "@/lib/features/models/dto";
import { defaultsQuery, useModelActions } from "@/lib/features/models/hooks";
import { identifier } from "@/lib/text/line";

interface DefaultsDrawerProps {
  models: readonly ModelDto[];
  onClose: () => void;
}

/** A select cannot hold an empty value. */
const NONE = "none";

type Chosen = Record<ModelPurpose, string | null>;
const defaultsForm = z.record(z.enum(MODEL_PURPOSES), identifier(200));
const valuesOf = (chosen: Chosen) =>
  Object.fromEntries(MODEL_PURPOSES.map((purpose) => [purpose, chosen[purpose] ?? NONE])) as Record<
    ModelPurpose,
    string
  >;

/** The model each purpose uses by itself; only models that serve it are offered. */
export function DefaultsDrawer(props: DefaultsDrawerProps) {
  const t = useTranslations("models.defaults");
  const { data, error } = useQuery(defaultsQuery);
  if (data) return <DefaultsForm {...props} chosen={data} />;
  return (
    <Sheet open onOpenChange={(open) => !open && props.onClose()}>
      <SheetContent title={t("title")}>{error ? <FormFailure error={error} /> : <PanelSkeleton />}</SheetContent>
    </Sheet>
  );
}

function DefaultsForm({ models, chosen, onClose }: DefaultsDrawerProps & { chosen: ModelDefaultsDto }) {
  const t = useTranslations("models");
  const { setDefaults } = useModelActions();
  const form = useZodForm(defaultsForm, valuesOf(chosen));
  const { isDirty, dirtyFields } = form.formState;
  const values = useWatch({ control: form.control });

  const saving = useSaveForm(form, {
    revision: chosen.revision,
    toValues: valuesOf,
    save: async (entered, revision) => {
      const changed = MODEL_PURPOSES.filter((purpose) => dirtyFields[purpose]);
      const patch = Object.fromEntries(
        changed.map((purpose) => [purpose, entered[purpose] === NONE ? null : entered[purpose]]),
      );
      await setDefaults.mutateAsync({ ...patch, revision });
    },
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("defaults.title")} canSave={isDirty} saving={saving} onClose={onClose}>
      <p className="text-fg-2 text-sm">{t("defaults.text")}</p>
      {MODEL_PURPOSES.map((purpose) => {
        const serving = models.filter(
          (model) => servesPurpose(model, purpose) && (model.enabled || model.id === values[purpose]),
        );
        return (
          <SelectField
            key={purpose}
            name={purpose}
            label={t(`purpose.${purpose}`)}
            hint={t(`purposeHint.${purpose}`)}
            options={[
              { value: NONE, label: serving.length === 0 ? t("defaults.noModel") : t("defaults.none") },
              ...serving.map((model) => ({ value: model.id, label: model.name })),
            ]}
          />
        );
      })}
    </FormDrawer>
  );
}
