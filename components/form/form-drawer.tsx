"use client";

import type { ComponentProps } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { DrawerFrame } from "./drawer-frame";
import { FormFailure } from "./form-failure";
import type { Saving } from "./use-save-form";

interface FormDrawerProps<Input extends FieldValues, Output>
  extends Omit<ComponentProps<typeof DrawerFrame>, "isSaving" | "stale" | "onSubmit"> {
  saving: Saving<Input, Output>;
}

/** A drawer around the fields of one form, with what became of the save. */
export function FormDrawer<Input extends FieldValues, Output>({
  saving,
  children,
  ...frame
}: FormDrawerProps<Input, Output>) {
  return (
    <FormProvider {...saving.form}>
      <DrawerFrame {...frame} isSaving={saving.isSaving} stale={saving.stale} onSubmit={() => void saving.submit()}>
        {children}
        <FormFailure error={saving.failure} />
      </DrawerFrame>
    </FormProvider>
  );
}
