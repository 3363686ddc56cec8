"use client";

import { lazy, Suspense } from "react";
import type { PendingStep } from "@/lib/auth/pending";
import type { LoginDoor } from "@/lib/client/login";
import type { CodeRequest } from "./credentials-form";

// Each needs much that the others do not: a QR code, Markdown, rules.
const CodeForm = lazy(() => import("./code-form").then((m) => ({ default: m.CodeForm })));
const FactorStep = lazy(() => import("./factor-step").then((m) => ({ default: m.FactorStep })));
const NewPasswordForm = lazy(() => import("./new-password-form").then((m) => ({ default: m.NewPasswordForm })));
const TermsStep = lazy(() => import("./terms-step").then((m) => ({ default: m.TermsStep })));

interface LaterStepProps {
  /** The code of a second factor is asked for. */
  code: CodeRequest | null;
  /** What is due first, after logging in. */
  pending: PendingStep | undefined;
  /** What was just logged in with; null when the page was loaded anew. */
  password: string | null;
  product: string;
  door?: LoginDoor;
  onLoggedIn: (password: string) => Promise<void>;
  onDone: () => void;
  onLeave: () => void;
}

/** What comes after account and password, for those it comes to: most logins never load it. */
export function LaterStep({ code, pending, password, product, door, onLoggedIn, onDone, onLeave }: LaterStepProps) {
  return (
    <Suspense>
      {code && (
        <CodeForm
          username={code.username}
          password={code.password}
          captchaRequired={code.captchaRequired}
          door={door}
          onLoggedIn={onLoggedIn}
          onLeave={onLeave}
        />
      )}
      {pending === "password" && <NewPasswordForm oldPassword={password} onDone={onDone} onLeave={onLeave} />}
      {pending === "factor" && <FactorStep product={product} password={password} onDone={onDone} onLeave={onLeave} />}
      {pending === "terms" && <TermsStep onDone={onDone} onLeave={onLeave} />}
    </Suspense>
  );
}
