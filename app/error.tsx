"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { isChunkFailure, mayReload } from "@/lib/client/reload-once";

/** Failure of a layout. It stands in the script of every page, so it is plainer than the one inside the shells. */
export default function RootError({ error }: { error: Error & { digest?: string } }) {
  const t = useTranslations("failure");
  useEffect(() => {
    if (isChunkFailure(error) && mayReload()) window.location.reload();
  }, [error]);
  return (
    <main role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-3 p-6 text-center">
      <h1 className="text-xl font-semibold">{t("title")}</h1>
      <p className="max-w-105 text-base text-fg-3">{t("description")}</p>
      {error.digest && <code className="text-xs text-fg-3">{error.digest}</code>}
      <button
        type="button"
        onClick={() => window.location.reload()}
        className="mt-3 h-8 rounded-sm bg-primary px-3 text-sm font-medium text-primary-fg hover:bg-primary-hover"
      >
        {t("reload")}
      </button>
    </main>
  );
}
