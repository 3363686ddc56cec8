"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { Segmented } from "@/components/ui/segmented";
import { useOrigin } from "@/lib/client/use-origin";
import { SAMPLE_LANGUAGES, type SampleLanguage, sampleOf, type Trial } from "@/lib/features/open-api/samples";

const NAMES: Record<SampleLanguage, string> = { curl: "curl", python: "Python", typescript: "TypeScript" };

/** The call as code to copy. */
export function Samples({ trial }: { trial: Trial }) {
  const t = useTranslations("open-api.play");
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const code = sampleOf(language, useOrigin(), trial);
  return (
    <section aria-label={t("code")} className="rounded-md border">
      <header className="flex items-center gap-3 border-b px-4 py-2">
        <h2 className="font-semibold text-sm">{t("code")}</h2>
        <Segmented
          aria-label={t("language")}
          value={language}
          onValueChange={setLanguage}
          options={SAMPLE_LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
          className="ml-auto"
        />
        <CopyButton text={code} label={t("copyCode")} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-xs leading-5">
        <code>{code}</code>
      </pre>
      <p className="border-t px-4 py-2 text-fg-3 text-xs">{t("keyInEnvironment")}</p>
    </section>
  );
}
