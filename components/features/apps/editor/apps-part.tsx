"use client";

import { useQuery } from "@tanstack/react-query";
import { AppWindow, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { SearchPicker } from "@/components/common/search-picker";
import { IconButton } from "@/components/ui/icon-button";
import { Tile } from "@/components/ui/tile";
import { namesQuery } from "@/lib/features/apps/hooks";
import { APP_APPS_MAX } from "@/lib/features/apps/limits";
import { usableApps } from "../usable-apps";
import type { PartProps } from "./part";

/** Other apps an app may call; one that whoever asks may not use is left out for them. */
export function AppsPart({ appId, settings, onChange }: PartProps) {
  const t = useTranslations("apps-editor.apps");
  const { appIds } = settings;
  const { data } = useQuery({ ...namesQuery(appIds), enabled: appIds.length > 0 });
  const nameOf = (id: string) => data?.items.find((one) => one.id === id)?.name ?? (data ? t("gone") : "…");
  const isFull = appIds.length >= APP_APPS_MAX;
  return (
    <>
      <p className="text-fg-3 text-xs">{t("hint")}</p>
      {appIds.length > 0 && (
        <ul className="space-y-2">
          {appIds.map((id) => (
            <li key={id} className="flex min-h-11 items-center gap-2.5 rounded-md border bg-background px-3">
              <Tile id={id} name="" icon={AppWindow} size={24} className="rounded-sm" />
              <span className="min-w-0 flex-1 truncate text-sm">{nameOf(id)}</span>
              <IconButton
                icon={X}
                label={t("remove", { name: nameOf(id) })}
                onClick={() => onChange({ appIds: appIds.filter((one) => one !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-fg-3 text-xs">{t("full", { max: APP_APPS_MAX })}</p>
      ) : (
        <SearchPicker
          key={appIds.join()}
          label={t("add")}
          value={null}
          source={usableApps(appId)}
          onChange={(choice) => {
            if (choice && !appIds.includes(choice.id)) onChange({ appIds: [...appIds, choice.id] });
          }}
        />
      )}
    </>
  );
}
