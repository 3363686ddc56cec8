"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { ChannelDto, RoutedModelDto } from "@/lib/features/gateway/dto";
import { useChannelActions } from "@/lib/features/gateway/routing-hooks";
import { weight } from "@/lib/features/gateway/schema";

const weightForm = z.object({ weight });

interface WeightDrawerProps {
  channel: ChannelDto;
  model: RoutedModelDto;
  onClose: () => void;
}

/** How large a channel's share is among those of its level. */
export function WeightDrawer({ channel, model, onClose }: WeightDrawerProps) {
  const t = useTranslations("gateway.channel");
  const { edit } = useChannelActions();
  const form = useZodForm(weightForm, { weight: channel.weight });
  const saving = useSaveForm(form, {
    revision: channel.revision,
    toValues: ({ weight: theirs }: Pick<ChannelDto, "weight">) => ({ weight: theirs }),
    save: (values, revision) => edit.mutateAsync({ id: channel.id, revision, ...values }),
    onSaved: onClose,
  });
  return (
    <FormDrawer
      title={t("editWeight")}
      meta={`${model.name} · ${channel.supplierName}`}
      saving={saving}
      onClose={onClose}
    >
      <TextField name="weight" kind="number" label={t("form.weight")} hint={t("form.weightHint")} required />
    </FormDrawer>
  );
}
