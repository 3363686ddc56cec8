"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { type AppTexts, appName, isAppId } from "@/lib/areas/apps";
import { appNamesStore, wantAppName } from "@/lib/client/app-names";
import { useStore } from "@/lib/client/use-store";

const NONE: ReadonlyMap<string, string | null> = new Map();

/** What people call an app that calls models. The page hands over the texts `apps`; one that was made here has its name read. */
export function useAppName(): (app: string) => string {
  const t = useTranslations("apps") as unknown as AppTexts;
  const names = useStore(appNamesStore, NONE);
  return useCallback(
    (app) => {
      if (!isAppId(app)) return appName(app, t);
      wantAppName(app);
      return names.get(app) ?? app;
    },
    [t, names],
  );
}
