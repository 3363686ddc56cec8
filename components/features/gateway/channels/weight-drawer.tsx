"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { z } from "zod";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextField } from "@/components/form/text-field";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { useZodForm } from "@/components/form/use-zod-form";
import { toast } from "@/lib/client/toast";
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
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(weightForm, { weight: way.weight });
  const stale = useStaleRecord(form, {
    revision: way.revision,
    toValues: ({ weight: theirs }: Pick<WayDto, "weight">) => ({ weight: theirs }),
  });
  const handleSubmit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await edit.mutateAsync({ id: way.id, revision: stale.revision(), ...values });
      toast.success();
      onClose();
    } catch (error) {
      if (!stale.take(error) && !applyServerErrors(form, error)) setFailure(error);
    }
  });
  return (
    <DrawerFrame
      title={t("editWeight")}
      meta={`${model.name} · ${way.supplierName}`}
      isSaving={edit.isPending}
      stale={stale}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextField name="weight" kind="number" label={t("form.weight")} hint={t("form.weightHint")} required />
        <FormFailure error={failure} />
      </FormProvider>
    </DrawerFrame>
  );
}
