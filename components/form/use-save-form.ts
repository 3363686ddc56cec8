"use client";

import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "@/lib/client/toast";
import { applyServerErrors } from "./server-errors";
import { type Attempt, useAttempt } from "./use-attempt";
import { type StaleRecord, useStaleRecord } from "./use-stale-record";

interface SaveFormOptions<Input extends FieldValues, Output, Current, Saved> {
  /** Of the record the form was opened with; none for a new one. */
  revision?: string;
  /** The form's values for the record as somebody else left it. */
  toValues?: (current: Current) => DefaultValues<Input>;
  /** Sends the values. False: nothing was saved, or something else is shown next; no toast, no `onSaved`. */
  save: (values: Output, revision: string | undefined) => Promise<Saved | false>;
  /** Said instead of the usual toast; false says nothing. */
  toast?: string | false;
  /** After the toast: closes the drawer, or begins anew with what was saved. */
  onSaved?: (saved: Saved, values: Output) => void;
  /** The server's sentence is shown beside its field errors too: the fields alone do not say why. */
  explains?: boolean;
}

/** `attempt` does something else with the form's values; its failure is shown like one of the save. */
export interface Saving<Input extends FieldValues, Output> extends Attempt {
  form: UseFormReturn<Input, unknown, Output>;
  stale: StaleRecord;
  isSaving: boolean;
  /** Checks and saves; true when it was saved. */
  submit: () => Promise<boolean>;
}

/**
 * Saving a form, the same everywhere: a toast and `onSaved` after it; of a failure the notice of a stale save, the errors
 * at the fields, or a sentence.
 */
export function useSaveForm<Input extends FieldValues, Output, Current = Record<string, unknown>, Saved = unknown>(
  form: UseFormReturn<Input, unknown, Output>,
  {
    revision,
    toValues = asIs,
    save,
    toast: said,
    onSaved,
    explains = false,
  }: SaveFormOptions<Input, Output, Current, Saved>,
): Saving<Input, Output> {
  const stale = useStaleRecord(form, { revision, toValues });
  const attempted = useAttempt((error) => stale.take(error) || (applyServerErrors(form, error) && !explains));
  const send = async (values: Output) => {
    const saved = await save(values, stale.revision());
    if (saved === false) return false;
    // A form that stays open goes on with the record's new revision.
    const next = (saved as { revision?: unknown } | null | undefined)?.revision;
    if (typeof next === "string") stale.renew(next);
    if (said !== false) toast.success(said);
    onSaved?.(saved, values);
  };
  const submit = async () => {
    let isSaved = false;
    await form.handleSubmit(async (values) => {
      isSaved = await attempted.attempt(() => send(values));
    })();
    return isSaved;
  };
  return { ...attempted, form, stale, isSaving: form.formState.isSubmitting, submit };
}

const asIs = <Current, Values>(current: Current) => current as unknown as DefaultValues<Values>;
