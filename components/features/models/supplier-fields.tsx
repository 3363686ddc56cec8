"use client";

import { useTranslations } from "next-intl";
import { TextField } from "@/components/form/text-field";

interface SupplierFieldsProps {
  keyHint: string;
  keyRequired: boolean;
}

/** What a supplier is called, where it is and its key. Stands inside a `FormProvider`. */
export function SupplierFields({ keyHint, keyRequired }: SupplierFieldsProps) {
  const t = useTranslations("models.form");
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={120} autoComplete="off" />
      <TextField
        name="baseUrl"
        label={t("address")}
        hint={t("addressHint")}
        required
        maxLength={500}
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        name="apiKey"
        kind="secret"
        label={t("key")}
        hint={keyHint}
        required={keyRequired}
        maxLength={2000}
        autoComplete="off"
      />
    </>
  );
}
