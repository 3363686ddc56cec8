"use client";

import { useTranslations } from "next-intl";
import type { ScimState } from "@/lib/features/scim/dto";

const PROVIDERS = ["entra", "okta"] as const;
const STEPS = ["1", "2", "3", "4"] as const;

/** What to do at the other side, in its own words. */
export function ScimGuide({ subject }: Pick<ScimState, "subject">) {
  const t = useTranslations("scim.guide");
  return (
    <section aria-label={t("title")}>
      <h3 className="font-semibold text-sm">{t("title")}</h3>
      <p className="mt-1 text-fg-2 text-sm">{t(`subject.${subject}`)}</p>
      <p className="mt-1 text-fg-3 text-sm">{t("kept")}</p>
      {PROVIDERS.map((provider) => (
        <details key={provider} className="mt-2 rounded-sm border px-3 py-2">
          <summary className="cursor-pointer text-sm">{t(`${provider}.title`)}</summary>
          <ol className="mt-2 list-decimal space-y-1 pl-5 text-fg-2 text-sm">
            {STEPS.map((step) => (
              <li key={step}>{t(`${provider}.${step}`)}</li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}
