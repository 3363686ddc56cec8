"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type Refusal, RefusalNote } from "@/components/common/refusal-note";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ApiError } from "@/lib/client/api-error";
import type { DialogControl, OpenDialog } from "@/lib/client/dialogs";
import { toastStore } from "@/lib/client/toast";

/** Dialogs of the service, each inside the one below it, so that layers and focus nest. */
export function ServiceDialogs({ dialogs }: { dialogs: readonly OpenDialog[] }) {
  const [first, ...above] = dialogs;
  return first ? <ServiceDialog key={first.id} dialog={first} above={above} /> : null;
}

function ServiceDialog({ dialog, above }: { dialog: OpenDialog; above: readonly OpenDialog[] }) {
  const t = useTranslations("common");
  const [submitting, setSubmitting] = useState(false);
  const [submittable, setSubmittable] = useState(!dialog.awaitsSubmittable);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);

  const handleOk = async () => {
    if (submitting) return;
    setSubmitting(true);
    setRefusal(null);
    try {
      await dialog.onOk?.();
      dialog.settle(true);
    } catch (error) {
      // The caller's own failure handling spoke already; the dialog stays for another try.
      setSubmitting(false);
      const told = dialog.destructive ? refusalOf(error) : null;
      if (!told) return;
      // A refused removal is read at leisure, not in the seconds of a toast.
      setRefusal(told);
      toastStore.set(null);
    }
  };
  const handleOpenChange = (open: boolean) => {
    if (!open && !submitting) dialog.settle(false);
  };

  const control: DialogControl = { setSubmittable, close: () => dialog.settle(false) };
  const content = typeof dialog.content === "function" ? dialog.content(control) : dialog.content;
  const { okButton, cancelButton, destructive } = dialog;
  const hasFooter = okButton !== null || cancelButton !== null;

  return (
    <Dialog open onOpenChange={handleOpenChange}>
      <DialogContent
        title={dialog.title}
        size={dialog.size}
        closable={!submitting}
        role={destructive ? "alertdialog" : "dialog"}
        onOpenAutoFocus={(event) => {
          if (!destructive || !cancel.current) return;
          event.preventDefault();
          cancel.current.focus();
        }}
        footer={
          hasFooter && (
            <>
              {cancelButton !== null && (
                <Button ref={cancel} disabled={submitting} onClick={() => dialog.settle(false)}>
                  {cancelButton ?? t("action.cancel")}
                </Button>
              )}
              {okButton !== null && (
                <Button
                  variant={destructive ? "danger" : "primary"}
                  disabled={submitting || !submittable}
                  onClick={handleOk}
                >
                  {submitting ? t("action.submitting") : (okButton ?? t("action.confirm"))}
                </Button>
              )}
            </>
          )
        }
      >
        <div className="text-base text-fg-2">{content}</div>
        {refusal && <RefusalNote {...refusal} />}
        {above.length > 0 && <ServiceDialogs dialogs={above} />}
      </DialogContent>
    </Dialog>
  );
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError) || !error.message) return null;
  const data = error.data as { inTheWay?: string[]; count?: number } | null;
  const things = data?.inTheWay ?? [];
  return { reason: error.message, things, count: data?.count ?? things.length };
}
