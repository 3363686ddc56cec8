"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { type AppTexts, appName } from "@/lib/areas/apps";

/** What people call an app that calls models. The page hands over the texts `apps`. */
export function useAppName(): (app: string) => string {
  const t = useTranslations("apps") as unknown as AppTexts;
  return useCallback((app) => appName(app, t), [t]);
}
