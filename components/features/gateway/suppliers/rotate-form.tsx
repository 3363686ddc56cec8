"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
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
  const isForced = useRef(false);
  const [refused, setRefused] = useState<ProbeDto | null>(null);
  const form = useZodForm(rotationForm, { secret: "" });
  const saving = useSaveForm(form, {
    save: async ({ secret }) => {
      const { saved, probe } = await rotate.mutateAsync({ id: apiKey.id, secret, force: isForced.current });
      if (!saved) setRefused(probe);
      return saved;
    },
    toast: t("rotatedToast"),
    onSaved: onDone,
  });
  const { isSaving } = saving;
  useEffect(() => onSaving(isSaving), [isSaving, onSaving]);
  /** Saves what the supplier refused. */
  const handleForce = async () => {
    isForced.current = true;
    await saving.submit();
    isForced.current = false;
  };
  return (
    <SaveForm id={id} saving={saving} className="space-y-4">
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
      {refused && <RefusedSecret probe={refused} isSaving={isSaving} onForce={() => void handleForce()} />}
      <FormFailure error={saving.failure} />
    </SaveForm>
  );
}
