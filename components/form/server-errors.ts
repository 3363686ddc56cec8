import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/client/api-error";

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
