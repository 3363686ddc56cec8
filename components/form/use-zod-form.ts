"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "@/lib/http/api-error";

/**
 * A form over a shared schema (CODE-STYLE 7): checked on blur and on submit, the first error gets the focus. Messages of
 * issues are keys of `validation`.
 */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: true,
  });
}

/** Puts the server's field errors (`data.fields`: name to key) at their fields; false when the failure names none. */
export function applyServerErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? (error.data as { fields?: Record<string, string> } | null)?.fields : null;
  const known = Object.entries(fields ?? {}).filter(([name]) => (name.split(".")[0] ?? "") in form.getValues());
  known.forEach(([name, message], index) => {
    form.setError(name as Path<Input>, { type: "server", message }, { shouldFocus: index === 0 });
  });
  return known.length > 0;
}
