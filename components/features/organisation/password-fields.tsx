"use client";

import { useTranslations } from "next-intl";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { TextField } from "@/components/form/text-field";
import { Segmented } from "@/components/ui/segmented";
import { PASSWORD_MAX } from "@/lib/config/constants";

interface PasswordValues {
  way: "code" | "password";
  password: string;
  mustChangePassword: boolean;
}

/** How a person comes in the first time: by a one-time code, or with a password somebody sets. */
export function PasswordFields({ label }: { label: string }) {
  const t = useTranslations("organisation.users.password");
  const { control } = useFormContext<PasswordValues>();
  const { field } = useController({ control, name: "way" });
  const way = useWatch({ control, name: "way" });
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-fg-2 text-sm">{label}</legend>
      <Segmented
        aria-label={label}
        value={field.value}
        onValueChange={field.onChange}
        options={[
          { value: "code", label: t("code") },
          { value: "password", label: t("set") },
        ]}
      />
      {way === "code" ? (
        <p className="text-fg-3 text-xs">{t("codeHint")}</p>
      ) : (
        <>
          <TextField<PasswordValues>
            name="password"
            kind="secret"
            label={t("label")}
            hint={t("hint")}
            required
            maxLength={PASSWORD_MAX}
            autoComplete="new-password"
          />
          <ChoiceField<PasswordValues> name="mustChangePassword" label={t("mustChange")} />
        </>
      )}
    </fieldset>
  );
}
