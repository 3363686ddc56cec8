"use client";

import type { ComponentProps, ReactNode } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { StaleNotice } from "./stale-notice";
import type { Saving } from "./use-save-form";

interface SaveFormProps<Input extends FieldValues, Output> extends Omit<ComponentProps<"form">, "onSubmit"> {
  saving: Saving<Input, Output>;
  /** Stands above the notice of a stale save. */
  heading?: ReactNode;
}

/** A form that stands in a page or beside other things. Its button and its failure stand where the screen wants them. */
export function SaveForm<Input extends FieldValues, Output>({
  saving,
  heading,
  children,
  ...form
}: SaveFormProps<Input, Output>) {
  return (
    <FormProvider {...saving.form}>
      <form
        noValidate
        {...form}
        onSubmit={(event) => {
          event.preventDefault();
          // React tells the form of the drawer below a dialog as well.
          event.stopPropagation();
          void saving.submit();
        }}
      >
        {heading}
        <StaleNotice stale={saving.stale} isSaving={saving.isSaving} onSave={() => void saving.submit()} />
        {children}
      </form>
    </FormProvider>
  );
}
