"use client";

import { ScanSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useSyncActions } from "@/lib/features/directory-sync/hooks";

interface SyncStartProps {
  channelId: string;
  hasRun: boolean;
  onStarted: (runId: string) => void;
}

/** Begins a preview; what one is stands beside the button. */
export function SyncStart({ channelId, hasRun, onStarted }: SyncStartProps) {
  const t = useTranslations("directory-sync.run");
  const { preview } = useSyncActions(channelId);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant={hasRun ? "default" : "primary"}
        icon={ScanSearch}
        loading={preview.isPending}
        onClick={() => preview.mutate(undefined, { onSuccess: ({ id }) => onStarted(id) })}
      >
        {t(hasRun ? "previewAgain" : "preview")}
      </Button>
      <p className="min-w-0 flex-1 basis-60 text-fg-3 text-sm">{t("previewHint")}</p>
    </div>
  );
}
