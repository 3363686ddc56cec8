"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextField } from "@/components/form/text-field";
import { useZodForm } from "@/components/form/use-zod-form";
import { toast } from "@/lib/client/toast";
import type { ProbeDto, SupplierKeyDto } from "@/lib/features/gateway/dto";
import { useKeyActions } from "@/lib/features/gateway/hooks";
import { rotationForm } from "@/lib/features/gateway/schema";
import { keyLabel } from "./key-row";
import { RefusedSecret } from "./refused-secret";

interface RotateFormProps {
  id: string;
  apiKey: SupplierKeyDto;
  onSaving: (isSaving: boolean) => void;
  onDone: () => void;
}

/** Takes the new secret of a key; the old one works until the new one is accepted. */
export function RotateForm({ id, apiKey, onSaving, onDone }: RotateFormProps) {
  const t = useTranslations("gateway.key");
  const { rotate } = useKeyActions();
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<ProbeDto | null>(null);
  const form = useZodForm(rotationForm, { secret: "" });
  useEffect(() => onSaving(rotate.isPending), [rotate.isPending, onSaving]);

  const save = (force: boolean) =>
    form.handleSubmit(async ({ secret }) => {
      setFailure(null);
      try {
        const { saved, probe } = await rotate.mutateAsync({ id: apiKey.id, secret, force });
        if (!saved) return setRefused(probe);
        toast.success(t("rotatedToast"));
        onDone();
      } catch (error) {
        if (!applyServerErrors(form, error)) setFailure(error);
      }
    });
  return (
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(false)();
      }}
    >
      <FormProvider {...form}>
        <p className="text-fg-2 text-sm">{t("rotateText", { name: keyLabel(apiKey, t("plain")) })}</p>
        <TextField
          name="secret"
          kind="secret"
          label={t("form.newSecret")}
          hint={t("form.secretHint")}
          required
          maxLength={2000}
          autoComplete="off"
        />
        {refused && <RefusedSecret probe={refused} isSaving={rotate.isPending} onForce={() => void save(true)()} />}
        <FormFailure error={failure} />
      </FormProvider>
    </form>
  );
}
