"use client";

import { useRef, useState } from "react";
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/client/api-error";
import { type Difference, differencesOf, isSame, withEntered } from "@/lib/editing/differences";
import { type StaleData, staleDataOf } from "@/lib/editing/stale";
import { namedFieldsOf } from "./named-fields";

interface Found {
  data: StaleData;
  rows: Difference[];
  /** Differences in what the form has no field for. */
  unnamed: number;
}

export interface StaleRecord {
  /** What a save sends: the record's revision as it was opened, or the other's once the person chose to save over it. */
  revision: () => string | undefined;
  /** Takes the failure of a save; true when it was a stale one, which the notice shows then. */
  take: (error: unknown) => boolean;
  /** The form stays open after a save: the record has this revision now. */
  renew: (revision: string) => void;
  found: Found | null;
  /** Allows the next save to replace the other's values where the person entered some. */
  keep: () => void;
  /** Puts the other's values into the form. */
  takeTheirs: () => void;
  /** The form's control, under which its fields told their names. */
  control: object;
}

interface Opened<Input, Current> {
  /** Of the record the form was opened with; undefined for a new one. */
  revision: string | undefined;
  /** The form's values for the record as somebody else left it. */
  toValues: (current: Current) => DefaultValues<Input>;
}

/**
 * Keeps a form whole when somebody else saved its record meanwhile: what was entered stays, fields that were left alone
 * follow the other, and nothing is sent over the other's values before the person says so.
 */
export function useStaleRecord<Input extends FieldValues, Output, Current = Record<string, unknown>>(
  form: UseFormReturn<Input, unknown, Output>,
  { revision, toValues }: Opened<Input, Current>,
): StaleRecord {
  const sent = useRef(revision);
  const [found, setFound] = useState<Found | null>(null);
  const [theirs, setTheirs] = useState<Input | null>(null);

  const take = (error: unknown): boolean => {
    const data = error instanceof ApiError ? staleDataOf(error.data) : null;
    if (!data) return false;
    const opened = (form.formState.defaultValues ?? {}) as Input;
    const entered = form.getValues();
    const other = toValues(data.current as Current) as Input;
    const paths = [...namedFieldsOf(form.control)].filter(([, text]) => !text.isSecret).map(([path]) => path);
    setFound({ data, ...differencesOf(paths, { opened, entered, theirs: other }) });
    setTheirs(other);
    // The other's values are what the form begins with now; what was entered stands over them.
    form.reset(other, { keepIsSubmitted: true });
    const merged = withEntered(opened, entered, other);
    for (const key of Object.keys(merged) as Path<Input>[]) {
      if (isSame(merged[key], other[key])) continue;
      form.setValue(key, merged[key] as PathValue<Input, Path<Input>>, { shouldDirty: true });
    }
    return true;
  };
  return {
    revision: () => sent.current,
    take,
    renew: (next) => {
      sent.current = next;
      setFound(null);
    },
    found,
    keep: () => {
      sent.current = found?.data.revision;
      setFound(null);
    },
    takeTheirs: () => {
      sent.current = found?.data.revision;
      if (theirs) form.reset(theirs);
      setFound(null);
    },
    control: form.control,
  };
}
