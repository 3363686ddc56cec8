"use client";

import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/lib/client/toast";
import type { LicenceCheckDto } from "@/lib/features/licence/dto";
import { useLicenceActions } from "@/lib/features/licence/hooks";
import { LICENCE_TEXT_MAX } from "@/lib/features/licence/schema";
import { ClaimList } from "./claim-list";
import { useDay } from "./use-day";

interface InstallDrawerProps {
  onClose: () => void;
  onDone: () => void;
}

/** A licence by file or by text: first what it says, then it is installed. */
export function InstallDrawer({ onClose, onDone }: InstallDrawerProps) {
  const t = useTranslations("licence.install");
  const common = useTranslations("common.action");
  const validation = useTranslations("validation");
  const id = useId();
  const [text, setText] = useState("");
  const [isTooLarge, setIsTooLarge] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { check, install } = useLicenceActions();
  const isBusy = check.isPending || install.isPending;

  const handleText = (next: string) => {
    setText(next);
    setIsTooLarge(false);
    check.reset();
    install.reset();
  };
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file can be picked again after it was changed.
    event.target.value = "";
    if (!file) return;
    if (file.size > LICENCE_TEXT_MAX) {
      handleText("");
      setIsTooLarge(true);
      return;
    }
    const read = (await file.text()).trim();
    handleText(read);
    if (read) check.mutate(read);
  };
  const handleInstall = async () => {
    try {
      await install.mutateAsync(text);
      toast.success(t("done"));
      onDone();
      onClose();
    } catch {
      // Shown below the field.
    }
  };
  return (
    <Sheet open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <SheetContent
        title={t("title")}
        footer={
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {common("cancel")}
            </Button>
            {check.data ? (
              <Button variant="primary" disabled={isBusy} onClick={() => void handleInstall()}>
                {install.isPending ? common("submitting") : t("ok")}
              </Button>
            ) : (
              <Button
                variant="primary"
                disabled={!text.trim()}
                loading={check.isPending}
                onClick={() => check.mutate(text)}
              >
                {t("check")}
              </Button>
            )}
          </>
        }
      >
        <div className="space-y-5">
          <p className="text-fg-2 text-sm">{t("intro")}</p>
          <div>
            <input
              ref={picker}
              type="file"
              accept=".lic,.txt,text/plain"
              aria-label={t("file")}
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => void handleFile(event)}
            />
            <Button icon={Upload} disabled={isBusy} onClick={() => picker.current?.click()}>
              {t("file")}
            </Button>
          </div>
          <Field id={id} label={t("text")} error={isTooLarge ? validation("tooLong") : undefined}>
            <Textarea
              id={id}
              rows={7}
              maxLength={LICENCE_TEXT_MAX}
              spellCheck={false}
              value={text}
              invalid={isTooLarge}
              onChange={(event) => handleText(event.target.value)}
              className="break-all font-mono text-xs"
            />
          </Field>
          <FormFailure error={check.error ?? install.error} />
          {check.data && <Preview found={check.data} />}
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** What the licence says and what to know before it is installed. */
function Preview({ found }: { found: LicenceCheckDto }) {
  const t = useTranslations("licence.install");
  const day = useDay();
  const { claims, seatsUsed } = found;
  return (
    <section aria-label={t("found")} role="status" className="space-y-3 rounded-md border p-4">
      <h3 className="font-semibold text-base">{t("found")}</h3>
      <ClaimList claims={claims} />
      {found.startsLater && <p className="text-fg-2 text-sm">{t("later", { start: day(claims.startTime) })}</p>}
      {found.overSeats && (
        <p className="text-sm text-warning-ink">{t("over", { used: seatsUsed, seats: claims.seats ?? 0 })}</p>
      )}
    </section>
  );
}
