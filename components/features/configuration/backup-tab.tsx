"use client";

import { LazyMessages } from "@/components/common/lazy-messages";
import { BackupPanel } from "@/components/features/backups/backup-panel";

/** Backups, with the texts only this tab needs. */
export function BackupTab() {
  return (
    <LazyMessages areas={["backups"]}>
      <BackupPanel />
    </LazyMessages>
  );
}
