"use client";

import { useDialogs } from "@/components/common/use-dialogs";
import { DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { RenameForm } from "./rename-form";

interface NameQuestion {
  title: string;
  label: string;
  initial: string;
  /** Characters at most, and how that is said. */
  max: number;
  hint: string;
  emptyError: string;
  save: (name: string) => Promise<unknown>;
}

/** Asks for a name; a refusal is told and the dialog stays for another. */
export function useNameDialog(): (question: NameQuestion) => Promise<void> {
  const dialogs = useDialogs();
  return async ({ title, label, initial, max, hint, emptyError, save }) => {
    let name = initial;
    try {
      await dialogs.open({
        title,
        size: "small",
        awaitsSubmittable: true,
        content: (control) => (
          <RenameForm
            initial={initial}
            label={label}
            max={max}
            hint={hint}
            emptyError={emptyError}
            onChange={(value, isValid) => {
              name = value;
              control.setSubmittable(isValid);
            }}
          />
        ),
        onOk: async () => {
          await save(name);
        },
      });
    } catch (error) {
      if (!(error instanceof DialogCancelled)) reportFailure(error);
    }
  };
}
