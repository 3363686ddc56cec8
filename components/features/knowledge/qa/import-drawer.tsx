"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useBytes } from "@/components/common/use-bytes";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
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
  const [sent, setSent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  // What is on its way ends with the drawer.
  useEffect(() => () => stop.current?.abort(), []);
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      setSent(0);
      return importQas(baseId, file, { signal: stop.current.signal, onProgress: (share) => setSent(100 * share) });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: knowledgeKeys.all });
      toast.success(t("begun"));
    },
    meta: { quiet: true },
  });
  const isBusy = isUnderWay(data?.import ?? undefined);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="space-y-4 text-sm">
        <p className="text-fg-2">{t("text")}</p>
        {sending.isPending ? (
          <div role="status" className="space-y-2 rounded-md border p-3">
            <p>{t("sending")}</p>
            <Meter value={sent} label={t("sending")} />
          </div>
        ) : (
          !isBusy && (
            <>
              <input
                ref={input}
                type="file"
                accept=".xlsx,.csv"
                hidden
                aria-hidden
                onChange={({ target }) => {
                  const file = target.files?.[0];
                  target.value = "";
                  if (file) sending.mutate(file);
                }}
              />
              <Button icon={FileUp} onClick={() => input.current?.click()}>
                {t("choose", { size: bytes(PURPOSE_SIZE_MAX["knowledge-qa"]!) })}
              </Button>
            </>
          )
        )}
        <FormFailure error={sending.error} />
        <QaWork baseId={baseId} />
        {data?.import && !isBusy && <LastImport work={data.import} />}
      </SheetContent>
    </Sheet>
  );
}
