"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ApiError } from "@/lib/client/api-error";
import { type LoginDoor, loginWithPassword } from "@/lib/client/login";
import { reportFailure } from "@/lib/client/report-failure";
import { CaptchaField } from "./captcha-field";
import { useCaptcha } from "./use-captcha";

interface CodeFormProps {
  /** What was typed in the step before; kept in memory only. */
  username: string;
  password: string;
  captchaRequired: boolean;
  door?: LoginDoor;
  onLoggedIn: (password: string) => Promise<void>;
  onLeave: () => void;
}

/** The second step of a password login: the code of the authenticator app, or a recovery code. */
export function CodeForm(props: CodeFormProps) {
  return (
    <LazyMessages areas={["account"]}>
      <Form {...props} />
    </LazyMessages>
  );
}

const INPUT = {
  code: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 10 },
  recovery: { inputMode: "text", autoComplete: "off", maxLength: 32 },
} as const;

function Form({ username, password, captchaRequired, door, onLoggedIn, onLeave }: CodeFormProps) {
  const t = useTranslations("account.login");
  const v = useTranslations("validation");
  const l = useTranslations("auth.login");
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<"code" | "recovery">("code");
  const [code, setCode] = useState("");
  const [vfCode, setVfCode] = useState("");
  const [errors, setErrors] = useState<{ code?: "codeRequired"; vfCode?: "captchaRequired" }>({});
  const [failure, setFailure] = useState("");
  const [loading, setLoading] = useState(false);
  const captcha = useCaptcha();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the step has just appeared
  useEffect(() => {
    if (captchaRequired) captcha.load();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field stands there now
  useEffect(() => input.current?.focus(), [kind]);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const found = {
      code: code.trim() ? undefined : ("codeRequired" as const),
      vfCode: captcha.required && !vfCode.trim() ? ("captchaRequired" as const) : undefined,
    };
    setErrors(found);
    if (found.code) return input.current?.focus();
    if (found.vfCode) return document.getElementById("vfCode")?.focus();
    setLoading(true);
    setFailure("");
    try {
      const seen = captcha.required && { vfCode: vfCode.trim(), codeUuid: captcha.codeUuid };
      await loginWithPassword({ username, password, otp: code.trim(), ...seen }, door);
      await onLoggedIn(password);
    } catch (error) {
      setFailure(error instanceof ApiError && error.message ? error.message : l("failed"));
      reportFailure(error);
      const asked = error instanceof ApiError && (error.data as { captchaRequired?: boolean } | null)?.captchaRequired;
      if (asked || captcha.required) {
        setVfCode("");
        captcha.load();
      }
      setCode("");
      setLoading(false);
      input.current?.focus();
    }
  };
  const handleSwitch = () => {
    setKind(kind === "code" ? "recovery" : "code");
    setCode("");
    setErrors({});
    setFailure("");
  };
  return (
    <>
      <h1 className="text-3xl font-semibold">{kind === "code" ? t("codeTitle") : t("recoveryTitle")}</h1>
      <p className="mb-8 mt-1 text-base text-fg-3">{kind === "code" ? t("codeSubtitle") : t("recoverySubtitle")}</p>
      <form noValidate onSubmit={handleSubmit} className="space-y-4">
        <Field id="otp" label={t(kind)} error={errors.code && v(errors.code)}>
          <Input
            {...INPUT[kind]}
            ref={input}
            key={kind}
            id="otp"
            name="otp"
            size="lg"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            invalid={Boolean(errors.code)}
            aria-describedby={fieldMessageId("otp", errors.code)}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        {captcha.required && (
          <CaptchaField
            captcha={captcha}
            value={vfCode}
            error={errors.vfCode && v(errors.vfCode)}
            onChange={setVfCode}
            onBlur={() => undefined}
          />
        )}
        {failure && <p className="text-sm text-danger-ink">{failure}</p>}
        <Button type="submit" variant="primary" size="lg" loading={loading} className="mt-2 w-full">
          {loading ? t("submitting") : t("submit")}
        </Button>
        <div className="-mx-2 flex flex-wrap justify-between gap-2">
          <Button variant="ghost" size="sm" onClick={handleSwitch}>
            {kind === "code" ? t("useRecovery") : t("useCode")}
          </Button>
          <Button variant="ghost" size="sm" disabled={loading} onClick={onLeave}>
            {t("back")}
          </Button>
        </div>
      </form>
    </>
  );
}
