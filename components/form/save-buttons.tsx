"use client";

import { useTranslations } from "next-intl";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { Saving } from "./use-save-form";

interface SaveButtonsProps<Input extends FieldValues, Output> {
  saving: Saving<Input, Output>;
  /** What the button says that gives up. */
  discard: string;
}

/** Save and give up, of a form that stays on the screen. */
export function SaveButtons<Input extends FieldValues, Output>({ saving, discard }: SaveButtonsProps<Input, Output>) {
  const t = useTranslations("common.action");
  const { form, isSaving } = saving;
  const { isDirty } = form.formState;
  return (
    <>
      <Button variant="primary" type="submit" disabled={!isDirty || isSaving}>
        {isSaving ? t("submitting") : t("save")}
      </Button>
      {isDirty && (
        <Button disabled={isSaving} onClick={() => form.reset()}>
          {discard}
        </Button>
      )}
    </>
  );
}
