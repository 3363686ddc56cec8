"use client";

import { type ComponentProps, useReducer } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import { DateInput } from "@/components/common/date-input";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { type FieldProps, useField } from "./use-field";

type InputProps = Pick<
  ComponentProps<typeof Input>,
  "placeholder" | "maxLength" | "autoComplete" | "inputMode" | "suffix"
>;

interface TextFieldProps<Values extends FieldValues> extends FieldProps<Values>, InputProps {
  /** `secret` hides what is typed; `number` gives the form a number, or undefined when empty. */
  kind?: "text" | "secret" | "number" | "date";
}

/** One line of text, a secret, a number or a day. Stands inside a `FormProvider`. */
export function TextField<Values extends FieldValues>({
  name,
  label,
  hint,
  required,
  disabled,
  className,
  kind = "text",
  suffix,
  ...input
}: TextFieldProps<Values>) {
  const { id, field, error, aria } = useField<Values>({ name, hint, label, isSecret: kind === "secret" });
  const { getValues } = useFormContext<Values>();
  const [, render] = useReducer((times: number) => times + 1, 0);
  // A number that was cleared is undefined, for which the controller would show the first value again.
  const value = kind === "number" ? getValues(name) : field.value;
  const shared = {
    ...input,
    ...aria,
    id,
    name: field.name,
    ref: field.ref,
    disabled,
    invalid: Boolean(error),
    "aria-required": required,
    value: value ?? "",
    onBlur: field.onBlur,
  };
  return (
    <Field id={id} label={label} hint={hint} required={required} error={error} className={className}>
      {kind === "secret" ? (
        <PasswordInput {...shared} onChange={(event) => field.onChange(event.target.value)} />
      ) : kind === "date" ? (
        <DateInput {...shared} onValueChange={field.onChange} />
      ) : (
        <Input
          {...shared}
          type={kind}
          suffix={suffix}
          onChange={(event) => {
            const { value: text, valueAsNumber } = event.target;
            field.onChange(kind === "number" ? (text === "" ? undefined : valueAsNumber) : text);
            render();
          }}
        />
      )}
    </Field>
  );
}
