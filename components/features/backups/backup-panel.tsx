"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PanelState } from "@/components/common/query-state";
import { backupsQuery } from "@/lib/features/backups/hooks";
import { BackupList } from "./backup-list";
import { BackupSettingsForm } from "./backup-settings-form";
import { CommandLine } from "./command-line";

/** Backups of the embedded set-up; on a Postgres of the organisation's own, who makes them and with what. */
export function BackupPanel() {
  const t = useTranslations("backups");
  const query = useQuery(backupsQuery);
  const { data } = query;
  if (!data) return <PanelState query={query} />;
  if (!data.isManaged) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <section className="max-w-180 space-y-3 px-4 py-5 md:px-5">
          <h2 className="font-semibold text-base">{t("postgres.title")}</h2>
          <p className="text-fg-2 text-sm">{t("postgres.text")}</p>
          <CommandLine text="npm run backup -- --to /backup/meridian.tar" />
        </section>
      </div>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <p className="max-w-180 px-4 pt-5 text-fg-2 text-sm md:px-5">{t("intro")}</p>
      {/* A change by somebody else does not take away what is being typed: the form keeps what it began with. */}
      <BackupSettingsForm settings={data} />
      <BackupList data={data} />
      <section className="max-w-180 space-y-2 px-4 pt-6 pb-8 md:px-5">
        <h2 className="font-semibold text-base">{t("restore.title")}</h2>
        <p className="text-fg-2 text-sm">{t("restore.text")}</p>
        <CommandLine text={`npm run restore -- --from ${data.items[0]?.fileName ?? "meridian.tar"}`} />
      </section>
    </div>
  );
}
