"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { PasswordRules } from "@/components/form/password-rules";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { passwordRules } from "@/lib/auth/password-rules";
import { ApiError } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { PASSWORD_MAX } from "@/lib/config/constants";
import { useChangePassword } from "@/lib/features/account/hooks";

const NAMES = ["old", "next", "repeat"] as const;
type Name = (typeof NAMES)[number];
type Values = Record<Name, string>;
type Errors = Partial<
  Record<Name, "passwordRequired" | "passwordWrong" | "passwordRules" | "passwordSame" | "passwordMismatch">
>;
const EMPTY = { old: "", next: "", repeat: "" };

/** Changes the own password: rules shown live, entered twice; ends every other session (spec A8). */
export function PasswordForm() {
  const t = useTranslations("account.password");
  const v = useTranslations("validation");
  const id = useId();
  const [values, setValues] = useState<Values>(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const change = useChangePassword();

  const validate = (values: Values): Errors => ({
    old: values.old.trim() ? undefined : "passwordRequired",
    next: Object.values(passwordRules(values.next.trim())).every(Boolean)
      ? values.next.trim() === values.old.trim()
        ? "passwordSame"
        : undefined
      : "passwordRules",
    repeat: values.repeat === values.next ? undefined : "passwordMismatch",
  });
  const handleBlur = (name: Name) => {
    if (values[name]) setErrors((current) => ({ ...current, [name]: validate(values)[name] }));
  };
  /** What is said under a field goes as soon as it is put right: when the field is left, the button must not move away. */
  const handleChange = (name: Name, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    setErrors((current) => (current[name] ? { ...current, [name]: validate(next)[name] } : current));
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const found = validate(values);
    setErrors(found);
    const firstWrong = NAMES.find((name) => found[name]);
    if (firstWrong) return document.getElementById(`${id}-${firstWrong}`)?.focus();
    setFailure(null);
    try {
      await change.mutateAsync({ oldPassword: values.old.trim(), newPassword: values.next.trim() });
      setValues(EMPTY);
      toast.success(t("saved"));
    } catch (error) {
      const key = error instanceof ApiError ? (error.data as { error?: string } | null)?.error : undefined;
      if (key !== "wrongOldPassword") return setFailure(error);
      setErrors({ old: "passwordWrong" });
      document.getElementById(`${id}-old`)?.focus();
    }
  };
  const fieldOf = (name: Name, autoComplete: string) => {
    const key = errors[name];
    const inputId = `${id}-${name}`;
    const described = [fieldMessageId(inputId, key), name === "next" && `${id}-rules`].filter(Boolean).join(" ");
    return (
      <Field id={inputId} label={t(name)} error={key && v(key)} required>
        <PasswordInput
          id={inputId}
          autoComplete={autoComplete}
          maxLength={PASSWORD_MAX}
          value={values[name]}
          invalid={Boolean(key)}
          aria-required
          aria-describedby={described || undefined}
          onChange={(event) => handleChange(name, event.target.value)}
          onBlur={() => handleBlur(name)}
        />
      </Field>
    );
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="space-y-4">
      <p className="text-fg-3 text-sm">{t("hint")}</p>
      {fieldOf("old", "current-password")}
      {fieldOf("next", "new-password")}
      <PasswordRules id={`${id}-rules`} password={values.next.trim()} />
      {fieldOf("repeat", "new-password")}
      <FormFailure error={failure} />
      <Button type="submit" variant="primary" loading={change.isPending}>
        {t("submit")}
      </Button>
    </form>
  );
}
