"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export const SECTIONS = [
  "identity",
  "login",
  "region",
  "security",
  "uploads",
  "reading",
  "documents",
  "mail",
  "settingsFile",
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The places of the form, beside it. */
export function SectionNav({ sections }: { sections: readonly SectionName[] }) {
  const t = useTranslations("configuration.section");
  return (
    <nav aria-label={t("label")} className="hidden w-44 shrink-0 overflow-y-auto border-r px-3 py-5 lg:block">
      <ol className="space-y-0.5">
        {sections.map((name) => (
          <li key={name}>
            <a
              href={`#${name}`}
              className="block rounded-sm px-2.5 py-1.5 text-fg-2 text-sm hover:bg-hover hover:text-fg"
            >
              {t(`${name}.title`)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A part of the form under its title. */
export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const t = useTranslations("configuration.section");
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="scroll-mt-2 border-b py-7 last:border-b-0">
      <h2 id={`${name}-title`} className="font-semibold text-lg">
        {t(`${name}.title`)}
      </h2>
      <p className="mb-5 mt-0.5 text-fg-3 text-sm">{t(`${name}.hint`)}</p>
      <div className="space-y-4">{children}</div>
    </section>
  );
}

/** Two fields side by side where there is room: the languages of one text. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 md:grid-cols-2">{children}</div>;
}
