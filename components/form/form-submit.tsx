"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormFailure } from "./form-failure";
import type { Saving } from "./use-save-form";

interface FormSubmitProps<Input extends FieldValues, Output>
  extends Pick<ComponentProps<typeof Button>, "variant" | "disabled"> {
  saving: Saving<Input, Output>;
  label: string;
}

/** The end of a form that stands in a page: why it was not saved, and the button that saves. */
export function FormSubmit<Input extends FieldValues, Output>({
  saving,
  label,
  ...button
}: FormSubmitProps<Input, Output>) {
  return (
    <>
      <FormFailure error={saving.failure} />
      <Button {...button} type="submit" loading={saving.isSaving}>
        {label}
      </Button>
    </>
  );
}
