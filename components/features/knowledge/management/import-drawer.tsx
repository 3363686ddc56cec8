"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useBytes } from "@/components/common/use-bytes";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { toast } from "@/lib/client/toast";
import { BASE_ARCHIVE_SIZE_MAX } from "@/lib/config/constants";
import { importBase, knowledgeKeys } from "@/lib/features/knowledge/hooks";
import { useBaseHref } from "../use-base-href";

/** A new base of an exported one. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("knowledge.import");
  const bytes = useBytes();
  const router = useRouter();
  const client = useQueryClient();
  const hrefOf = useBaseHref();
  const [sent, setSent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  // What is on its way ends with the drawer.
  useEffect(() => () => stop.current?.abort(), []);
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      setSent(0);
      return importBase(file, { signal: stop.current.signal, onProgress: (share) => setSent(100 * share) });
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: knowledgeKeys.all });
      toast.success(t("begun"));
      const href = hrefOf({ id });
      if (href) router.push(href);
      else onClose();
    },
    meta: { quiet: true },
  });
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
          <>
            <input
              ref={input}
              type="file"
              accept=".zip"
              hidden
              aria-hidden
              onChange={({ target }) => {
                const file = target.files?.[0];
                target.value = "";
                if (file) sending.mutate(file);
              }}
            />
            <Button icon={FileUp} onClick={() => input.current?.click()}>
              {t("choose", { size: bytes(BASE_ARCHIVE_SIZE_MAX) })}
            </Button>
          </>
        )}
        <FormFailure error={sending.error} />
      </SheetContent>
    </Sheet>
  );
}
