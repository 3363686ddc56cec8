"use client";

import { useTranslations } from "next-intl";
import { failureText } from "@/lib/client/report-failure";

/** Why a form could not be saved, where it concerns no single field. */
export function FormFailure({ error }: { error: unknown }) {
  const t = useTranslations("common.toast");
  if (!error) return null;
  const text = failureText(error);
  return (
    <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
      {typeof text === "string" ? text : t(text.key)}
    </p>
  );
}
