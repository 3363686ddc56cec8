"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { confirm } from "@/lib/client/dialogs";
import { settleLocaleChoice } from "@/lib/client/locale";
import { loadFirstLogin, loadLoginMethods, loginWithToken, takeJwtFromAddress } from "@/lib/client/login";
import { reportFailure } from "@/lib/client/report-failure";
import { readStored, STORED } from "@/lib/client/stored";
import { toast } from "@/lib/client/toast";
import { CredentialsForm } from "./credentials-form";

// Most visits never need it.
const NewPasswordForm = lazy(() => import("./new-password-form").then((m) => ({ default: m.NewPasswordForm })));

interface LoginPanelProps {
  /** Where to go afterwards; already made safe. */
  target: string;
  isSignedIn: boolean;
  /** Someone is logged in who must set a password of their own first. */
  mustChangePassword: boolean;
}

type Step = { name: "credentials" } | { name: "token" } | { name: "password"; oldPassword: string | null };

/** spec 4: the steps of logging in. */
export function LoginPanel({ target, isSignedIn, mustChangePassword }: LoginPanelProps) {
  const t = useTranslations("auth.login");
  const s = useTranslations("auth.switchAccount");
  const router = useRouter();
  const [step, setStep] = useState<Step>(
    mustChangePassword ? { name: "password", oldPassword: null } : { name: "credentials" },
  );

  const finish = () => {
    router.replace(target);
    router.refresh();
  };
  /** The login methods are answered once no password change is due any more (CONTRACT). */
  const enter = async () => {
    await loadLoginMethods().catch(() => []);
    finish();
  };
  /** After the token is stored: say so, ask for the first-login flag, then move on. */
  const proceed = async (oldPassword: string | null) => {
    toast.success({ key: "loggedIn" });
    const [isFirst] = await Promise.all([loadFirstLogin(), settleLocaleChoice()]);
    if (isFirst) setStep({ name: "password", oldPassword });
    else await enter();
  };

  /** spec 4: a token in the address that differs from the stored one logs in with it; accounts are switched on request. */
  const exchange = async (jwt: string) => {
    if (isSignedIn && (jwt === readStored(STORED.token) || !(await maySwitch()))) {
      finish();
      return;
    }
    setStep({ name: "token" });
    try {
      await loginWithToken(jwt);
      await proceed(null);
    } catch (error) {
      reportFailure(error);
      setStep({ name: "credentials" });
    }
  };
  const maySwitch = () =>
    confirm({
      title: s("title"),
      description: s("description"),
      okButton: s("ok"),
      cancelButton: s("cancel"),
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, when the page has loaded
  useEffect(() => {
    const jwt = takeJwtFromAddress();
    if (jwt) exchange(jwt);
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
        <Suspense>
          <NewPasswordForm
            oldPassword={step.oldPassword}
            onDone={enter}
            onLeave={() => setStep({ name: "credentials" })}
          />
        </Suspense>
      )}
    </div>
  );
}
