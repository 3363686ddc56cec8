"use client";

import { useTranslations } from "next-intl";
import { failureText } from "@/lib/client/report-failure";

/** What a failed call says to the person, in words. */
export function useFailureSentence(): (error: unknown) => string {
  const t = useTranslations("common.toast");
  return (error) => {
    const text = failureText(error);
    return typeof text === "string" ? text : t(text.key);
  };
}

/** Why a form could not be saved, where it concerns no single field. */
export function FormFailure({ error }: { error: unknown }) {
  const text = useFailureSentence();
  if (!error) return null;
  return (
    <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
      {text(error)}
    </p>
  );
}
