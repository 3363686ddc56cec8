"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { loadFirstLogin, loadLoginMethods, loginWithToken, takeJwtFromAddress } from "@/lib/client/login";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { CredentialsForm } from "./credentials-form";
import { NewPasswordForm } from "./new-password-form";

interface LoginPanelProps {
  /** Where to go afterwards; already made safe. */
  target: string;
  /** Someone is logged in who must set a password of their own first. */
  mustChangePassword: boolean;
}

type Step = { name: "credentials" } | { name: "token" } | { name: "password"; oldPassword: string | null };

/** spec 4: the steps of logging in. */
export function LoginPanel({ target, mustChangePassword }: LoginPanelProps) {
  const t = useTranslations("auth.login");
  const router = useRouter();
  const [step, setStep] = useState<Step>(
    mustChangePassword ? { name: "password", oldPassword: null } : { name: "credentials" },
  );

  const finish = () => {
    router.replace(target);
    router.refresh();
  };
  /** After the token is stored: say so, load the login methods, ask for the first-login flag, then move on. */
  const proceed = async (oldPassword: string | null) => {
    toast.success({ key: "loggedIn" });
    const [isFirst] = await Promise.all([loadFirstLogin(), loadLoginMethods().catch(() => [])]);
    if (isFirst) setStep({ name: "password", oldPassword });
    else finish();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, when the page has loaded
  useEffect(() => {
    const jwt = takeJwtFromAddress();
    if (!jwt) return;
    setStep({ name: "token" });
    loginWithToken(jwt)
      .then(() => proceed(null))
      .catch((error) => {
        reportFailure(error);
        setStep({ name: "credentials" });
      });
  }, []);

  return (
    <div className="flex flex-1 flex-col justify-center pb-10">
      {step.name === "credentials" && <CredentialsForm onLoggedIn={proceed} />}
      {step.name === "token" && (
        <p role="status" className="flex items-center gap-2 text-base text-fg-2">
          <Spinner />
          {t("tokenLogin")}
        </p>
      )}
      {step.name === "password" && (
        <NewPasswordForm
          oldPassword={step.oldPassword}
          onDone={finish}
          onLeave={() => setStep({ name: "credentials" })}
        />
      )}
    </div>
  );
}
