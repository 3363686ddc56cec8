"use client";

import { TextareaField } from "./textarea-field";
import type { FieldProps } from "./use-field";

/** Words of a prompt with places in double braces, which the schema of the form asks for. */
export function TemplateField(props: FieldProps<Record<string, unknown>> & { maxLength: number }) {
  return <TextareaField {...props} rows={5} required />;
}
