"use client";

import { useTranslations } from "next-intl";

/** What people call an area that calls models; one without a name of ours stands for itself. */
export function useAppName(): (app: string) => string {
  const t = useTranslations("gateway.app");
  return (app) => (t.has(app as "chat") ? t(app as "chat") : app);
}
