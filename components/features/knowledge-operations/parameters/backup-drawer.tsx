"use client";

import { useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import type { BackupDto } from "@/lib/features/knowledge-operations/recall-dto";
import { changedParameters, ParameterChanges } from "./parameter-changes";

interface BackupDrawerProps {
  backup: BackupDto;
  then: RetrievalSettings;
  now: RetrievalSettings;
  onRestore: () => void;
  onClose: () => void;
}

/** What would change if a backup was brought back. */
export function BackupDrawer({ backup, then, now, onRestore, onClose }: BackupDrawerProps) {
  const t = useTranslations("knowledge-operations-tests.backups");
  const moments = useMoments();
  const isDifferent = changedParameters(now, then).length > 0;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("drawer")}
        meta={backup.name}
        className="space-y-3 text-sm"
        footer={
          <Button variant="primary" onClick={onRestore}>
            {t("restore")}
          </Button>
        }
      >
        <p className="text-fg-3 text-xs">
          {t(`kind.${backup.kind}`)} · {backup.author} · {moments.minute(backup.createdAt)}
        </p>
        {isDifferent ? (
          <>
            <p className="text-fg-2">
              {t("now")} → {t("then")}
            </p>
            <ParameterChanges before={now} after={then} />
          </>
        ) : (
          <p className="text-fg-2">{t("noDifference")}</p>
        )}
      </SheetContent>
    </Sheet>
  );
}
