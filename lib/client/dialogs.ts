import type { ReactNode } from "react";
import { createStore } from "./store";

/** What a dialog's body may do with its dialog. */
export interface DialogControl {
  /** spec 4: an upload dialog's OK stays disabled until the page marks itself submittable. */
  setSubmittable: (submittable: boolean) => void;
  close: () => void;
}

export interface DialogOptions {
  title: ReactNode;
  /** spec 3. */
  size?: "small" | "normal" | "large" | "near-full";
  /** Text of the OK button; default "confirm"; null leaves it out. */
  okButton?: string | null;
  /** Text of the cancel button; default "cancel"; null leaves it out. */
  cancelButton?: string | null;
  content?: ReactNode | ((control: DialogControl) => ReactNode);
  /** Runs on OK while both buttons are locked; a rejection keeps the dialog open. */
  onOk?: () => unknown;
  /** The action destroys something: the OK button is red and the focus starts on cancel (design 7.3). */
  destructive?: boolean;
  /** Starts with OK disabled until `setSubmittable(true)`. */
  awaitsSubmittable?: boolean;
}

export interface OpenDialog extends DialogOptions {
  id: number;
  settle: (ok: boolean) => void;
}

/** A dialog was cancelled or closed. Expected: callers catch it or use `confirm`. */
export class DialogCancelled extends Error {
  constructor() {
    super("dialog cancelled");
    this.name = "DialogCancelled";
  }
}

/** Dialogs that are open, the lowest first. */
export const dialogStore = createStore<readonly OpenDialog[]>([]);

let last = 0;

/** Opens a dialog. Resolves on OK, rejects with `DialogCancelled` on cancel, Esc and the cross (spec 4). */
export function openDialog(options: DialogOptions): Promise<void> {
  last += 1;
  const id = last;
  return new Promise<void>((resolve, reject) => {
    const settle = (ok: boolean) => {
      dialogStore.set((open) => open.filter((dialog) => dialog.id !== id));
      if (ok) resolve();
      else reject(new DialogCancelled());
    };
    dialogStore.set((open) => [...open, { ...options, id, settle }]);
  });
}

/** Asks a question; true when the person agreed. */
export async function confirm(options: Omit<DialogOptions, "content"> & { description: ReactNode }): Promise<boolean> {
  const { description, ...rest } = options;
  try {
    await openDialog({ size: "small", ...rest, content: description });
    return true;
  } catch (error) {
    if (error instanceof DialogCancelled) return false;
    throw error;
  }
}
