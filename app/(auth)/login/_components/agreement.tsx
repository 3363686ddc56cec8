"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type DocumentName, openDocument } from "@/lib/client/documents";

/** The sentence with the terms of use, once there are any, and the privacy statement, each opening over the page. */
export function Agreement({ hasTerms }: { hasTerms: boolean }) {
  const t = useTranslations("auth.login");
  return (
    <p className="mt-6 text-xs leading-6 text-fg-3">
      {t.rich(hasTerms ? "agree" : "agreePrivacy", {
        terms: (text) => <DocumentButton name="terms">{text}</DocumentButton>,
        privacy: (text) => <DocumentButton name="privacy">{text}</DocumentButton>,
      })}
    </p>
  );
}

function DocumentButton({ name, children }: { name: DocumentName; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={() => openDocument(name)}
      className="rounded-xs text-primary-ink underline underline-offset-2"
    >
      {children}
    </button>
  );
}
