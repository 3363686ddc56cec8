"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { RoutedModelDto, WayDto } from "@/lib/features/gateway/dto";
import { useWayActions } from "@/lib/features/gateway/routing-hooks";
import { weight } from "@/lib/features/gateway/schema";

const weightForm = z.object({ weight });

interface WeightDrawerProps {
  way: WayDto;
  model: RoutedModelDto;
  onClose: () => void;
}

/** How large a way's share is among those of its level. */
export function WeightDrawer({ way, model, onClose }: WeightDrawerProps) {
  const t = useTranslations("gateway.channel");
  const { edit } = useWayActions();
  const form = useZodForm(weightForm, { weight: way.weight });
  const saving = useSaveForm(form, {
    revision: way.revision,
    toValues: ({ weight: theirs }: Pick<WayDto, "weight">) => ({ weight: theirs }),
    save: (values, revision) => edit.mutateAsync({ id: way.id, revision, ...values }),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("editWeight")} meta={`${model.name} · ${way.supplierName}`} saving={saving} onClose={onClose}>
      <TextField name="weight" kind="number" label={t("form.weight")} hint={t("form.weightHint")} required />
    </FormDrawer>
  );
}
