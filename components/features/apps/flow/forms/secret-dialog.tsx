"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { VARIABLE_NAME_MAX } from "@/lib/features/apps/limits";
import { useSecretActions } from "@/lib/features/apps/secrets-hooks";
import { SECRET_ADDRESS_MAX, SECRET_MAX, secretForm } from "@/lib/features/apps/secrets-schema";

interface SecretDialogProps {
  appId: string;
  /** Null: a new one. */
  name: string | null;
  /** Names that are taken. */
  taken: readonly string[];
  /** Where it may be sent, as far as that is known. */
  address: string;
  onClose: () => void;
}

/** A value that calls carry and nobody reads again, with the service it is for. */
export function SecretDialog({ appId, name, taken, address, onClose }: SecretDialogProps) {
  const t = useTranslations("apps-flow.secrets");
  const { save } = useSecretActions(appId);
  const unlike = secretForm.refine((values) => name !== null || !taken.includes(values.name), {
    path: ["name"],
    message: "nameTaken",
  });
  const form = useZodForm(unlike, { name: name ?? "", address, value: "" });
  const saving = useSaveForm(form, { save: (values) => save.mutateAsync(values), toast: t("saved"), onSaved: onClose });
  const title = name === null ? t("new") : t("replaceTitle", { name });
  return (
    <FormDialog title={title} size="small" saving={saving} submit={t("save")} onClose={onClose}>
      {name === null && (
        <TextField
          name="name"
          label={t("name")}
          hint={t("nameHint")}
          required
          maxLength={VARIABLE_NAME_MAX}
          autoComplete="off"
        />
      )}
      <TextField
        name="address"
        label={t("address")}
        hint={t("addressHint")}
        required
        maxLength={SECRET_ADDRESS_MAX}
        placeholder="https://"
        autoComplete="off"
      />
      <TextField
        name="value"
        kind="secret"
        label={t("value")}
        hint={t("valueHint")}
        required
        maxLength={SECRET_MAX}
        autoComplete="off"
      />
    </FormDialog>
  );
}
