"use client";

import { useEffect } from "react";
import { useFormContext } from "react-hook-form";

export interface NamedField {
  label: string;
  /** A value in words: the name of a chosen option, of a role. A list is shown item by item. */
  show?: (value: unknown) => string;
  /** Never shown. */
  isSecret?: boolean;
}

/** What the fields of a form are called, by the form's control: each field tells its own. */
const texts = new WeakMap<object, Map<string, NamedField>>();

/** Tells the form what a field is called, so that a notice can name it. Stands inside a `FormProvider`. */
export function useNamedField(name: string, text: NamedField | undefined): void {
  const control = useFormContext()?.control;
  // The form's own registry is outside of React; it holds the newest words of each field.
  useEffect(() => {
    if (!control || !text) return;
    const all = texts.get(control) ?? new Map<string, NamedField>();
    all.set(name, text);
    texts.set(control, all);
  });
}

export function namedFieldsOf(control: object): ReadonlyMap<string, NamedField> {
  return texts.get(control) ?? new Map();
}
