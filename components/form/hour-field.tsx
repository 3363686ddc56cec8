"use client";

import type { FieldValues } from "react-hook-form";
import { SelectField } from "./select-field";
import type { FieldProps } from "./use-field";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** An hour of the day, for work by the clock. */
export function HourField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <SelectField {...props} options={HOURS} />;
}
