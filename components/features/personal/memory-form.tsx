"use client";

import { useTranslations } from "next-intl";
import { FormProvider } from "react-hook-form";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextareaField } from "@/components/form/textarea-field";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { reportFailure } from "@/lib/client/report-failure";
import { MEMORY_MAX } from "@/lib/features/personal/limits";
import { memoryInput } from "@/lib/features/personal/schema";

interface MemoryFormProps {
  label: string;
  initial: string;
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}

/** One memory: a few sentences. */
export function MemoryForm({ label, initial, onSave, onCancel }: MemoryFormProps) {
  const t = useTranslations("common.action");
  const m = useTranslations("personal.memory");
  const form = useZodForm<{ text: string }, { text: string }>(memoryInput, { text: initial });
  const { isSubmitting } = form.formState;
  const handleSubmit = form.handleSubmit(async ({ text }) => {
    await onSave(text).catch((error: unknown) => {
      if (!applyServerErrors(form, error)) reportFailure(error);
    });
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit} className="space-y-3">
        <TextareaField<{ text: string }>
          name="text"
          label={label}
          hint={m("limit", { max: MEMORY_MAX })}
          placeholder={m("placeholder")}
          maxLength={MEMORY_MAX}
          rows={3}
        />
        <div className="flex gap-2">
          <Button type="submit" size="sm" variant="primary" loading={isSubmitting}>
            {t("save")}
          </Button>
          <Button size="sm" onClick={onCancel}>
            {t("cancel")}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
