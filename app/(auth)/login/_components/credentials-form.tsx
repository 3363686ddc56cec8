"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { useEarlySubmit } from "@/components/ui/use-early-submit";
import { ApiError } from "@/lib/client/api-error";
import { openDialog } from "@/lib/client/dialogs";
import { type LoginDoor, loginWithPassword } from "@/lib/client/login";
import { reportFailure } from "@/lib/client/report-failure";
import { ACCOUNT_MAX, PASSWORD_MAX } from "@/lib/config/constants";
import { Agreement } from "./agreement";
import { useCaptcha } from "./use-captcha";

// Asked for after failures only.
const CaptchaField = lazy(() => import("./captcha-field").then((m) => ({ default: m.CaptchaField })));

/** What the second step of a login needs of the first. */
export interface CodeRequest {
  username: string;
  password: string;
  captchaRequired: boolean;
}

interface CredentialsFormProps {
  /** The token is stored; the password goes along for the first-login step. */
  onLoggedIn: (password: string) => Promise<void>;
  /** The password fits; the account's second factor is asked for next. */
  onCodeRequired: (request: CodeRequest) => void;
  hasTerms: boolean;
  texts?: LoginTexts;
  /** Why another way in came to nothing. */
  failure?: string;
  /** Other ways in. */
  choices?: ReactNode;
  door?: LoginDoor;
}

export interface LoginTexts {
  title: string;
  subtitle: string;
}

type FieldName = "username" | "password" | "vfCode";
type FieldError = "accountRequired" | "passwordRequired" | "captchaRequired";

const MESSAGES: Record<FieldName, FieldError> = {
  username: "accountRequired",
  password: "passwordRequired",
  vfCode: "captchaRequired",
};

/** spec 4, 5: both fields trimmed, checked on blur and on submit, Enter submits, loading while the call runs. */
export function CredentialsForm({
  onLoggedIn,
  onCodeRequired,
  hasTerms,
  texts,
  door,
  failure: outside,
  choices,
}: CredentialsFormProps) {
  const t = useTranslations("auth.login");
  const v = useTranslations("validation");
  const form = useRef<HTMLFormElement>(null);
  useEarlySubmit(form, () => form.current?.requestSubmit());
  const [values, setValues] = useState<Record<FieldName, string>>({ username: "", password: "", vfCode: "" });
  const [errors, setErrors] = useState<Partial<Record<FieldName, FieldError>>>({});
  const [failure, setFailure] = useState("");
  const [loading, setLoading] = useState(false);
  const captcha = useCaptcha();

  const set = (name: FieldName) => (value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    if (value.trim()) setErrors((current) => ({ ...current, [name]: undefined }));
  };
  const check = (name: FieldName): FieldError | undefined => (values[name].trim() ? undefined : MESSAGES[name]);
  const handleBlur = (name: FieldName) => () => setErrors((current) => ({ ...current, [name]: check(name) }));

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const names: FieldName[] = captcha.required ? ["username", "password", "vfCode"] : ["username", "password"];
    const found = Object.fromEntries(names.map((name) => [name, check(name)]));
    setErrors(found);
    const firstWrong = names.find((name) => found[name]);
    if (firstWrong) {
      form.current?.querySelector<HTMLInputElement>(`[name=${firstWrong}]`)?.focus();
      return;
    }
    setLoading(true);
    setFailure("");
    const [username, password] = [values.username.trim(), values.password.trim()];
    try {
      const seen = captcha.required && { vfCode: values.vfCode.trim(), codeUuid: captcha.codeUuid };
      await loginWithPassword({ username, password, ...seen }, door);
      await onLoggedIn(password);
    } catch (error) {
      const data =
        error instanceof ApiError ? (error.data as { error?: string; captchaRequired?: boolean } | null) : null;
      if (data?.error === "secondFactorRequired") {
        onCodeRequired({ username, password, captchaRequired: data.captchaRequired ?? false });
        return;
      }
      setFailure(error instanceof ApiError && error.message ? error.message : t("failed"));
      reportFailure(error);
      if (data?.captchaRequired || captcha.required) {
        set("vfCode")("");
        captcha.load();
      }
      setLoading(false);
    }
  };
  const handleForgot = () => {
    openDialog({
      title: t("forgotTitle"),
      size: "small",
      content: door === "directory" ? t("directory.forgot") : t("forgotDescription"),
      okButton: t("forgotOk"),
      cancelButton: null,
    }).catch(() => undefined); // read and closed: there is nothing to undo
  };
  const message = (name: FieldName) => {
    const key = errors[name];
    return key && v(key);
  };

  return (
    <>
      <h1 className="text-3xl font-semibold">{texts?.title || t("title")}</h1>
      <p className="mb-8 mt-1 text-base text-fg-3">{texts?.subtitle || t("subtitle")}</p>
      <div role="alert">
        {outside && <p className="mb-5 rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">{outside}</p>}
      </div>
      <form ref={form} noValidate onSubmit={handleSubmit} className="space-y-4">
        <Field id="username" label={t("account")} error={message("username")}>
          <Input
            id="username"
            name="username"
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={ACCOUNT_MAX}
            placeholder={t("accountPlaceholder")}
            value={values.username}
            invalid={Boolean(errors.username)}
            aria-describedby={fieldMessageId("username", errors.username)}
            onChange={(event) => set("username")(event.target.value)}
            onBlur={handleBlur("username")}
          />
        </Field>
        <Field id="password" label={t("password")} error={message("password")}>
          <PasswordInput
            id="password"
            name="password"
            size="lg"
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            placeholder={t("passwordPlaceholder")}
            value={values.password}
            invalid={Boolean(errors.password)}
            aria-describedby={fieldMessageId("password", errors.password)}
            onChange={(event) => set("password")(event.target.value)}
            onBlur={handleBlur("password")}
          />
        </Field>
        {captcha.required && (
          <Suspense>
            <CaptchaField
              captcha={captcha}
              value={values.vfCode}
              error={message("vfCode")}
              onChange={set("vfCode")}
              onBlur={handleBlur("vfCode")}
            />
          </Suspense>
        )}
        {failure && <p className="text-sm text-danger-ink">{failure}</p>}
        <Button type="submit" variant="primary" size="lg" loading={loading} className="mt-2 w-full">
          {loading ? t("submitting") : t("submit")}
        </Button>
        <Button variant="ghost" size="sm" className="-ml-2" onClick={handleForgot}>
          {t("forgot")}
        </Button>
      </form>
      {choices}
      <Agreement hasTerms={hasTerms} />
    </>
  );
}
