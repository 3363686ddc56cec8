"use client";

import { useTranslations } from "next-intl";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { SupplierKeyDto } from "@/lib/features/gateway/dto";
import { useKeyActions } from "@/lib/features/gateway/hooks";
import { rotationForm } from "@/lib/features/gateway/schema";
import { keyLabel } from "./key-row";
import { TriedSecretForm, useTriedSecret } from "./tried-secret";

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
  const tried = useTriedSecret();
  const form = useZodForm(rotationForm, { secret: "" });
  const saving = useSaveForm(form, {
    save: ({ secret }) => tried.send((force) => rotate.mutateAsync({ id: apiKey.id, secret, force })),
    toast: t("rotatedToast"),
    onSaved: onDone,
  });
  return (
    <TriedSecretForm id={id} saving={saving} secret={tried} onSaving={onSaving}>
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
    </TriedSecretForm>
  );
}
