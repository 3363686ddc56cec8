"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import type { PendingStep } from "@/lib/auth/pending";
import { confirm } from "@/lib/client/dialogs";
import { settleLocaleChoice } from "@/lib/client/locale";
import {
  type LoginDoor,
  loadLoginMethods,
  loadPending,
  loginWithToken,
  renewCookie,
  takeFromAddress,
  takeJwtFromAddress,
} from "@/lib/client/login";
import { reportFailure } from "@/lib/client/report-failure";
import { readStored, STORED } from "@/lib/client/stored";
import { toast } from "@/lib/client/toast";
import { type CodeRequest, CredentialsForm, type LoginTexts } from "./credentials-form";

// Most visits never need it.
const LaterStep = lazy(() => import("./later-step").then((m) => ({ default: m.LaterStep })));

interface LoginPanelProps {
  /** Where to go afterwards; already made safe. */
  target: string;
  /** Name of the product, in the language of the page. */
  product: string;
  isSignedIn: boolean;
  /** What somebody who is logged in has to do first. */
  pending: readonly PendingStep[];
  /** Nothing is due, but this browser's cookie still says so. */
  isStale?: boolean;
  hasTerms?: boolean;
  /** Title and line below it; the product's own where they are empty. */
  texts?: LoginTexts;
  /** Why single sign-on came to nothing, in words. */
  failure?: string | null;
  /** Other ways to come in. */
  choices?: ReactNode;
  /** Opened in the team client: its token is tried first. */
  inTeams?: boolean;
  door?: LoginDoor;
}

type Step =
  | { name: "credentials" }
  | ({ name: "code" } & CodeRequest)
  | { name: "token" }
  | { name: "renew" }
  | { name: "client" }
  | { name: "pending"; steps: readonly PendingStep[]; oldPassword: string | null };

/** What is said while a step needs nobody. */
const WAITS = { token: "tokenLogin", renew: "renewing", client: "clientLogin" } as const;

function firstStep(pending: readonly PendingStep[], isStale: boolean, inTeams: boolean): Step {
  if (pending.length > 0) return { name: "pending", steps: pending, oldPassword: null };
  if (isStale) return { name: "renew" };
  return { name: inTeams ? "client" : "credentials" };
}

/** spec 4: the steps of logging in. */
export function LoginPanel({
  target,
  product,
  isSignedIn,
  pending,
  isStale = false,
  hasTerms = false,
  texts,
  failure = null,
  choices,
  inTeams = false,
  door = "password",
}: LoginPanelProps) {
  const t = useTranslations("auth.login");
  const s = useTranslations("auth.switchAccount");
  const router = useRouter();
  const locale = useLocale();
  // Set after loading, so that it is announced; the address no longer tells it then. Another language forgets it.
  const [told, setTold] = useState({ text: "", locale });
  const [step, setStep] = useState<Step>(() => firstStep(pending, isStale, inTeams));

  const finish = () => {
    router.replace(target);
    router.refresh();
  };
  /** On to the next open step. The login methods are answered once nothing is due any more (spec 10). */
  const advance = async (steps: readonly PendingStep[], oldPassword: string | null = null) => {
    if (steps.length > 0) {
      setStep({ name: "pending", steps, oldPassword });
      return;
    }
    await loadLoginMethods().catch(() => []);
    finish();
  };
  /** After the token is stored: say so, ask what is due first, then move on. */
  const proceed = async (oldPassword: string | null) => {
    toast.success({ key: "loggedIn" });
    const [steps] = await Promise.all([loadPending(), settleLocaleChoice()]);
    await advance(steps, oldPassword);
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
  /** spec 8: a failure in the team client is only logged, and the form shows. */
  const exchangeInTeams = async () => {
    try {
      await (await import("@/lib/client/teams-login")).loginInTeams();
    } catch (error) {
      console.info("team client sign-in:", error instanceof Error ? error.message : String(error));
      setStep({ name: "credentials" });
      return;
    }
    await proceed(null).catch((error) => {
      reportFailure(error);
      setStep({ name: "credentials" });
    });
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
    if (takeFromAddress("failed") && failure) setTold({ text: failure, locale });
    if (jwt) exchange(jwt);
    else if (step.name === "client") exchangeInTeams();
    else if (step.name === "renew") renewCookie().then(finish, reportFailure);
  }, []);

  const open = step.name === "pending" ? step : null;
  const [first, ...later] = open?.steps ?? [];
  const leave = () => setStep({ name: "credentials" });

  return (
    <div className="flex flex-1 flex-col justify-center pb-10">
      {step.name === "credentials" && (
        <CredentialsForm
          onLoggedIn={proceed}
          onCodeRequired={(request) => setStep({ name: "code", ...request })}
          hasTerms={hasTerms}
          texts={texts}
          failure={told.locale === locale ? told.text : ""}
          choices={choices}
          door={door}
        />
      )}
      {step.name in WAITS && (
        <p role="status" className="flex items-center gap-2 text-base text-fg-2">
          <Spinner />
          {t(WAITS[step.name as keyof typeof WAITS])}
        </p>
      )}
      <Suspense>
        {(first || step.name === "code") && (
          <LaterStep
            code={step.name === "code" ? step : null}
            pending={first}
            password={open?.oldPassword ?? null}
            product={product}
            door={door}
            onLoggedIn={proceed}
            onDone={() => advance(later)}
            onLeave={leave}
          />
        )}
      </Suspense>
    </div>
  );
}
