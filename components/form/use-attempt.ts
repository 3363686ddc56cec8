"use client";

import { useState } from "react";

export interface Attempt {
  /** Why the last attempt failed; null while one runs and after one that succeeded. */
  failure: unknown;
  /** Runs the work and keeps its failure; true when it succeeded, false when it failed or answers false. */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Forgets the failure. */
  clear: () => void;
}

/** A call whose failure is shown where it was made, by `FormFailure`. `take` shows some failures elsewhere and answers true. */
export function useAttempt(take?: (error: unknown) => boolean): Attempt {
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(null);
    try {
      return (await work()) !== false;
    } catch (error) {
      if (!take?.(error)) setFailure(error);
      return false;
    }
  };
  return { failure, attempt, clear: () => setFailure(null) };
}
