"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { toast } from "@/lib/client/toast";
import type { TermsVersionDto } from "@/lib/features/terms/dto";
import { useTermsActions } from "@/lib/features/terms/hooks";

interface PublishDialogProps {
  draft: TermsVersionDto;
  onPublished: () => void;
  onClose: () => void;
}

const WAYS = ["quiet", "ask"] as const;

/** Publishes the draft, with or without asking everybody. */
export function PublishDialog({ draft, onPublished, onClose }: PublishDialogProps) {
  const t = useTranslations("terms.publish");
  const c = useTranslations("common.action");
  const { publish } = useTermsActions();
  const [way, setWay] = useState<(typeof WAYS)[number]>("quiet");
  const handlePublish = () =>
    publish.mutate(
      { id: draft.id, mustAccept: way === "ask", updatedAt: draft.updatedAt },
      {
        onSuccess: () => {
          toast.success(t("done", { version: draft.version }));
          onPublished();
        },
        onError: onClose,
      },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && !publish.isPending && onClose()}>
      <DialogContent
        title={t("title", { version: draft.version })}
        closable={!publish.isPending}
        footer={
          <>
            <Button disabled={publish.isPending} onClick={onClose}>
              {c("cancel")}
            </Button>
            <Button variant="primary" loading={publish.isPending} onClick={handlePublish}>
              {publish.isPending ? c("submitting") : t("ok")}
            </Button>
          </>
        }
      >
        <p className="mb-4 text-base text-fg-2">{t("text")}</p>
        <RadioGroup
          aria-label={t("way")}
          value={way}
          onValueChange={(value) => setWay(value as typeof way)}
          className="gap-0 rounded-md border"
        >
          {WAYS.map((value) => (
            <div key={value} className="w-full px-3 py-2.5 not-last:border-b">
              <RadioGroupItem value={value} label={t(`${value}.title`)} aria-describedby={`publish-${value}`} />
              <p id={`publish-${value}`} className="pl-6 text-fg-3 text-xs">
                {t(`${value}.text`)}
              </p>
            </div>
          ))}
        </RadioGroup>
      </DialogContent>
    </Dialog>
  );
}
