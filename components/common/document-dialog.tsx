"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/lib/client/api-client";
import type { DocumentName } from "@/lib/client/documents";
import type { PublicDocumentDto } from "@/lib/config/dto";
import { DocumentText } from "./document-text";

const loadDocument = (name: string, signal: AbortSignal) => api.get(`/public/documents/${name}`, { signal });

interface DocumentDialogProps {
  name: DocumentName;
  onClose: () => void;
}

/** Help, privacy statement and terms of use over the current screen (near-full). Raw HTML in the text is not rendered. */
export function DocumentDialog({ name, onClose }: DocumentDialogProps) {
  const t = useTranslations("common");
  const [document, setDocument] = useState<PublicDocumentDto | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    const controller = new AbortController();
    setFailed(false);
    loadDocument(name, controller.signal)
      .then(setDocument)
      .catch(() => !controller.signal.aborted && setFailed(true));
    return () => controller.abort();
  }, [name, attempt]);

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={document?.title ?? t(`document.${name}`)} size="near-full">
        {document && <DocumentText markdown={document.markdown} className="mx-auto max-w-(--w-reading) pb-8 pt-2" />}
        {!document && !failed && (
          <div role="status" aria-label={t("state.loading")} className="mx-auto max-w-(--w-reading) space-y-3 pt-4">
            {["w-1/3", "w-full", "w-11/12", "w-10/12", "w-2/3"].map((width) => (
              <Skeleton key={width} className={width} />
            ))}
          </div>
        )}
        {failed && (
          <div role="alert" className="flex flex-col items-center gap-4 pt-16 text-base text-fg-2">
            {t("document.failed")}
            <Button onClick={() => setAttempt((n) => n + 1)}>{t("action.retry")}</Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
