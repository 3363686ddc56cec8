import { ApiError } from "./api-error";

/** What a refusal says is still in use: names the person may know, and how many there are in all. */
export interface StillUsed {
  message: string;
  things: readonly string[];
  count: number;
}

type Ask = (used: StillUsed) => Promise<boolean>;
let ask: Ask | null = null;

/** Whoever can ask the person: the shell's dialogs. Answers how to take it back. */
export function askAboutUses(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = null;
  };
}

/** Whether a call that was refused because something is still used is to be made all the same. */
export async function goesOn(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || !ask) return false;
  const { inTheWay = [], count = inTheWay.length } = error.data as { inTheWay?: string[]; count?: number };
  return ask({ message: error.message, things: inTheWay, count });
}
