"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useBytes } from "@/components/common/use-bytes";
import { SendFile } from "@/components/form/send-file";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { toast } from "@/lib/client/toast";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { knowledgeKeys } from "@/lib/features/knowledge/hooks";
import { importQas, isUnderWay, qaWorkQuery } from "@/lib/features/knowledge/qa-hooks";
import { LastImport, QaWork } from "./qa-work";

/** Pairs of a table file, and what became of the last one. */
export function ImportDrawer({ baseId, onClose }: { baseId?: string; onClose: () => void }) {
  const t = useTranslations("knowledge-qa.import");
  const bytes = useBytes();
  const client = useQueryClient();
  const { data } = useQuery(qaWorkQuery(baseId));
  const isBusy = isUnderWay(data?.import ?? undefined);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="space-y-4 text-sm">
        <p className="text-fg-2">{t("text")}</p>
        <SendFile
          accept=".xlsx,.csv"
          texts={{ choose: t("choose", { size: bytes(PURPOSE_SIZE_MAX["knowledge-qa"]!) }), sending: t("sending") }}
          send={(file, way) => importQas(baseId, file, way)}
          onSent={() => {
            void client.invalidateQueries({ queryKey: knowledgeKeys.all });
            toast.success(t("begun"));
          }}
          isClosed={isBusy}
        />
        <QaWork baseId={baseId} />
        {data?.import && !isBusy && <LastImport work={data.import} />}
      </SheetContent>
    </Sheet>
  );
}
