"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import { IconButton } from "@/components/ui/icon-button";
import { Status } from "@/components/ui/status";
import type { LicenceEntryDto } from "@/lib/features/licence/dto";
import { useDay } from "./use-day";

interface LicenceHistoryProps {
  entries: readonly LicenceEntryDto[];
  onRemove: (id: string, serial: string) => void;
}

/** Licences that were installed, newest first; those that still are can be taken out. */
export function LicenceHistory({ entries, onRemove }: LicenceHistoryProps) {
  const t = useTranslations("licence");
  const moments = useMoments();
  const day = useDay();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="licence-history">
      <h2 id="licence-history" className="mb-3 font-semibold text-base">
        {t("history.title")}
      </h2>
      <ul className="divide-y rounded-md border">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm">
                <span className="font-semibold">{entry.claims?.customer ?? t("unreadable")}</span>
                <span className="ml-2 font-mono text-fg-3 text-xs">{entry.serial}</span>
              </p>
              <p className="tnum text-fg-3 text-xs">
                {entry.claims && `${day(entry.claims.startTime)} – ${day(entry.claims.endTime)} · `}
                {t("history.installed", {
                  name: entry.installedBy || t("history.somebody"),
                  time: moments.minute(entry.installedAt),
                })}
              </p>
            </div>
            <EntryState entry={entry} />
            {!entry.removedAt && (
              <IconButton
                icon={Trash2}
                label={t("history.remove", { serial: entry.serial })}
                onClick={() => onRemove(entry.id, entry.serial)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function EntryState({ entry }: { entry: LicenceEntryDto }) {
  const t = useTranslations("licence.history");
  if (entry.isCurrent) return <Status tone="primary">{t("current")}</Status>;
  if (entry.removedAt) {
    return (
      <Status tone="neutral" hollow>
        {t("removed")}
      </Status>
    );
  }
  return <Status tone="neutral">{t("waiting")}</Status>;
}
