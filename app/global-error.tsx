"use client";

import { useEffect } from "react";
import { isChunkFailure, mayReload } from "@/lib/client/reload-once";
import { DEFAULT_LOCALE, intlLocale, LOCALE_COOKIE, type Locale } from "@/lib/i18n/locales";
import english from "@/messages/en_US/failure.json";
import chinese from "@/messages/zh_CN/failure.json";
import "./globals.css";

const TEXTS: Record<Locale, typeof chinese> = { zh_CN: chinese, en_US: english };

/** The root layout itself failed: no providers, so the two languages' few texts come along. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  const isEnglish = typeof document !== "undefined" && document.cookie.includes(`${LOCALE_COOKIE}=en_US`);
  const locale: Locale = isEnglish ? "en_US" : DEFAULT_LOCALE;
  const text = TEXTS[locale];
  useEffect(() => {
    if (isChunkFailure(error) && mayReload()) window.location.reload();
  }, [error]);
  return (
    <html lang={intlLocale(locale)}>
      <body>
        <title>{text.globalTitle}</title>
        <main role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-3 p-6 text-center">
          <h1 className="text-xl font-semibold">{text.globalTitle}</h1>
          <p className="max-w-105 text-base text-fg-3">{text.description}</p>
          {error.digest && <code className="text-xs text-fg-3">{error.digest}</code>}
          <button
            type="button"
            onClick={() => window.location.reload()}
            className="mt-3 h-8 rounded-sm bg-primary px-3 text-sm font-medium text-primary-fg hover:bg-primary-hover"
          >
            {text.reload}
          </button>
        </main>
      </body>
    </html>
  );
}
