"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { StaleNotice } from "./stale-notice";
import type { StaleRecord } from "./use-stale-record";

interface DrawerFrameProps {
  title: string;
  meta?: string;
  /** Large for forms with a list or a tree in them. */
  size?: "normal" | "large";
  isSaving: boolean;
  /** Of a drawer that changes a record. */
  stale?: StaleRecord;
  /** There is something to save. */
  canSave?: boolean;
  /** On the button that saves; "save" where nothing else is said. */
  submitLabel?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer with one form: cancel and save below, locked while it is sent. */
export function DrawerFrame({
  title,
  meta,
  size,
  isSaving,
  canSave = true,
  stale,
  submitLabel,
  onSubmit,
  onClose,
  children,
}: DrawerFrameProps) {
  const t = useTranslations("common.action");
  const formId = useId();
  return (
    <Sheet open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <SheetContent
        title={title}
        meta={meta}
        size={size}
        footer={
          <>
            <Button disabled={isSaving} onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button variant="primary" type="submit" form={formId} disabled={isSaving || !canSave}>
              {isSaving ? t("submitting") : (submitLabel ?? t("save"))}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {stale && <StaleNotice stale={stale} isSaving={isSaving} onSave={onSubmit} />}
          {children}
        </form>
      </SheetContent>
    </Sheet>
  );
}
