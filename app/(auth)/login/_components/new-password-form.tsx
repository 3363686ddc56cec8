"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { PasswordRules } from "@/components/form/password-rules";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { passwordRules } from "@/lib/auth/password-rules";
import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import { leaveLogin } from "@/lib/client/login";
import { reportFailure } from "@/lib/client/report-failure";
import { STORED, writeStored } from "@/lib/client/stored";
import { toast } from "@/lib/client/toast";
import { PASSWORD_MAX } from "@/lib/config/constants";

interface NewPasswordFormProps {
  /** What was just logged in with; null when the page was loaded anew, then it is asked for. */
  oldPassword: string | null;
  onDone: () => void;
  onLeave: () => void;
}

type Errors = { old?: "passwordRequired"; next?: "passwordRules" | "passwordSame"; repeat?: "passwordMismatch" };

/** The step of a first login: a password of one's own, entered twice, with the rules of spec 5 shown live. */
export function NewPasswordForm({ oldPassword, onDone, onLeave }: NewPasswordFormProps) {
  const t = useTranslations("auth.firstLogin");
  const l = useTranslations("auth.login");
  const v = useTranslations("validation");
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [repeat, setRepeat] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState("");
  const [loading, setLoading] = useState(false);
  const rules = passwordRules(next);
  const given = oldPassword ?? old;

  const validate = (): Errors => ({
    old: given ? undefined : "passwordRequired",
    next: Object.values(rules).every(Boolean) ? (next === given ? "passwordSame" : undefined) : "passwordRules",
    repeat: repeat === next ? undefined : "passwordMismatch",
  });
  const handleBlur = (name: keyof Errors, value: string) => {
    if (value) setErrors((current) => ({ ...current, [name]: validate()[name] }));
  };

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    const found = validate();
    setErrors(found);
    const order = ["old", "next", "repeat"] as const;
    const firstWrong = order.find((name) => found[name]);
    if (firstWrong) {
      document.getElementById(`${firstWrong}-password`)?.focus();
      return;
    }
    setLoading(true);
    setFailure("");
    try {
      await api.post("/admin/user/change-password", { oldPassword: given, newPassword: next });
      writeStored(STORED.isFirstLogin, "false");
      toast.success(t("saved"));
      onDone();
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : "");
      reportFailure(error);
      setLoading(false);
    }
  };
  const handleLeave = () => leaveLogin().then(onLeave);

  return (
    <>
      <h1 className="text-3xl font-semibold">{t("title")}</h1>
      <p className="mb-8 mt-1 text-base text-fg-3">{t("subtitle")}</p>
      <form noValidate onSubmit={handleSubmit} className="space-y-4">
        {oldPassword === null && (
          <Field id="old-password" label={l("password")} error={errors.old && v(errors.old)}>
            <PasswordInput
              id="old-password"
              size="lg"
              autoComplete="current-password"
              maxLength={PASSWORD_MAX}
              value={old}
              invalid={Boolean(errors.old)}
              aria-describedby={fieldMessageId("old-password", errors.old)}
              onChange={(event) => setOld(event.target.value)}
            />
          </Field>
        )}
        <Field id="next-password" label={t("newPassword")} error={errors.next && v(errors.next)}>
          <PasswordInput
            id="next-password"
            size="lg"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            value={next}
            invalid={Boolean(errors.next)}
            aria-describedby={`${fieldMessageId("next-password", errors.next) ?? ""} password-rules`.trim()}
            onChange={(event) => setNext(event.target.value)}
            onBlur={() => handleBlur("next", next)}
          />
        </Field>
        <PasswordRules id="password-rules" password={next} />
        <Field id="repeat-password" label={t("repeat")} error={errors.repeat && v(errors.repeat)}>
          <PasswordInput
            id="repeat-password"
            size="lg"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            value={repeat}
            invalid={Boolean(errors.repeat)}
            aria-describedby={fieldMessageId("repeat-password", errors.repeat)}
            onChange={(event) => setRepeat(event.target.value)}
            onBlur={() => handleBlur("repeat", repeat)}
          />
        </Field>
        {failure && <p className="text-sm text-danger-ink">{failure}</p>}
        <Button type="submit" variant="primary" size="lg" loading={loading} className="mt-2 w-full">
          {loading ? t("submitting") : t("submit")}
        </Button>
        <Button variant="ghost" size="sm" className="-ml-2" onClick={handleLeave}>
          {t("logout")}
        </Button>
      </form>
    </>
  );
}
