"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FormFailure } from "./form-failure";
import { SaveForm } from "./save-form";
import type { Saving } from "./use-save-form";

interface FormDialogProps<Input extends FieldValues, Output> {
  title: string;
  size?: "small";
  saving: Saving<Input, Output>;
  /** What the button that sends says. */
  submit: string;
  onClose: () => void;
  /** Stands in place of the fields while there is nothing to enter. */
  instead?: ReactNode;
  children: ReactNode;
}

/** A dialog with one short form, locked while it is sent. */
export function FormDialog<Input extends FieldValues, Output>({
  title,
  size,
  saving,
  submit,
  onClose,
  instead,
  children,
}: FormDialogProps<Input, Output>) {
  const t = useTranslations("common.action");
  const formId = useId();
  const { isSaving } = saving;
  return (
    <Dialog open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <DialogContent
        title={title}
        size={size}
        closable={!isSaving}
        footer={
          <>
            <Button disabled={isSaving} onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button variant="primary" type="submit" form={formId} loading={isSaving} disabled={Boolean(instead)}>
              {submit}
            </Button>
          </>
        }
      >
        {instead || (
          <SaveForm id={formId} saving={saving} className="space-y-4">
            {children}
            <FormFailure error={saving.failure} />
          </SaveForm>
        )}
      </DialogContent>
    </Dialog>
  );
}
