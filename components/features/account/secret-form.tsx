"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { ApiError } from "@/lib/client/api-error";
import { PASSWORD_MAX } from "@/lib/config/constants";
import { FACTOR_CODE_MAX } from "@/lib/features/account/schema";

export type SecretName = "password" | "otp";
type Values = Record<SecretName, string>;

interface SecretFormProps {
  /** What is asked for. */
  fields: readonly SecretName[];
  otpLabel?: string;
  otpHint?: string;
  submitLabel: string;
  danger?: boolean;
  onSubmit: (values: Values) => Promise<void>;
  onCancel?: () => void;
  children?: ReactNode;
}

const REQUIRED = { password: "passwordRequired", otp: "codeRequired" } as const;

/** Asks for password, code or both, and shows at its field which one was wrong. */
export function SecretForm({
  fields,
  otpLabel,
  otpHint,
  submitLabel,
  danger,
  onSubmit,
  onCancel,
  children,
}: SecretFormProps) {
  const t = useTranslations("account.factor");
  const v = useTranslations("validation");
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({ password: "", otp: "" });
  const [errors, setErrors] = useState<Partial<Record<SecretName, string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const focus = (name: SecretName) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the step has just appeared
  useEffect(() => {
    if (fields[0]) focus(fields[0]);
  }, []);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const missing = fields.filter((name) => !values[name].trim());
    setErrors(Object.fromEntries(missing.map((name) => [name, REQUIRED[name]])));
    setFailure(null);
    if (missing[0]) return focus(missing[0]);
    setIsSending(true);
    try {
      await onSubmit({ password: values.password.trim(), otp: values.otp.trim() });
    } catch (error) {
      const named =
        error instanceof ApiError ? (error.data as { fields?: Record<string, string> } | null)?.fields : null;
      const wrong = fields.filter((name) => named?.[name]);
      if (wrong[0]) {
        setErrors(Object.fromEntries(wrong.map((name) => [name, named?.[name]])));
        focus(wrong[0]);
      } else setFailure(error);
      setIsSending(false);
    }
  };
  const message = (name: SecretName) => {
    const key = errors[name];
    return key && v(v.has(key as "invalid") ? (key as "invalid") : "invalid");
  };
  const set = (name: SecretName, value: string) => setValues((current) => ({ ...current, [name]: value }));
  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="space-y-4">
      {children}
      {fields.includes("password") && (
        <Field id={`${id}-password`} label={t("passwordLabel")} hint={t("passwordHint")} error={message("password")}>
          <PasswordInput
            id={`${id}-password`}
            name="password"
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={values.password}
            invalid={Boolean(errors.password)}
            aria-describedby={fieldMessageId(`${id}-password`, "hint")}
            onChange={(event) => set("password", event.target.value)}
          />
        </Field>
      )}
      {fields.includes("otp") && (
        <Field id={`${id}-otp`} label={otpLabel ?? t("otpLabel")} hint={otpHint} error={message("otp")}>
          <Input
            id={`${id}-otp`}
            name="otp"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            inputMode={otpHint ? "text" : "numeric"}
            spellCheck={false}
            maxLength={FACTOR_CODE_MAX}
            value={values.otp}
            invalid={Boolean(errors.otp)}
            aria-describedby={fieldMessageId(`${id}-otp`, errors.otp, otpHint)}
            onChange={(event) => set("otp", event.target.value)}
          />
        </Field>
      )}
      <FormFailure error={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={danger ? "danger" : "primary"} loading={isSending}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button disabled={isSending} onClick={onCancel}>
            {t("back")}
          </Button>
        )}
      </div>
    </form>
  );
}
