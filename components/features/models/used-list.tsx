"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ModelUse } from "@/lib/features/models/dto";

/**
 * Lists what a model that goes away would be missed by, a line for each kind of use. The texts are made here, by the
 * screen: a dialog stands outside the texts of the page.
 */
export function useUsedList(): (uses: readonly ModelUse[]) => ReactNode {
  const t = useTranslations("models.used");
  const u = useTranslations("modelUses");
  const p = useTranslations("models.purpose");
  const lineOf = ({ kind, count, names, people = 0 }: ModelUse) => {
    const told = kind === "default" ? names.map((name) => p(name as "chat")) : names;
    const rest = count > names.length ? t("more", { count: count - names.length }) : "";
    return u(kind as "calls", { count, people, names: told.join(t("separator")) + rest });
  };
  return (uses) => {
    if (uses.length === 0) return null;
    const lines = uses.map((use) => ({ kind: use.kind, text: lineOf(use) }));
    return (
      <ul className="mt-3 space-y-1.5 border-t pt-3 text-fg-2">
        {lines.map(({ kind, text }) => (
          <li key={kind} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    );
  };
}
