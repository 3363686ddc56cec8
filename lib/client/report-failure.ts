import { PENDING_ERRORS, PENDING_STEPS, type PendingStep } from "../auth/pending";
import { ApiError, CODE_UNAUTHENTICATED, RequestCancelled } from "./api-error";
import { endSession, goToPending } from "./session";
import { type ToastText, toast } from "./toast";

/** What a failed call says to the person: the server's message, else a sentence of ours (spec 8). */
export function failureText(error: unknown): ToastText {
  if (error instanceof ApiError) {
    if (error.message) return error.message;
    if (error.reason === "network") return { key: "networkError" };
    if (error.reason === "timeout") return { key: "timeout" };
  }
  return { key: "unknownError" };
}

/** The step that a refused call says is due first, if that is why it was refused. */
export function pendingOf(error: unknown): PendingStep | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const key = (error.data as { error?: unknown } | null)?.error;
  return PENDING_STEPS.find((step) => PENDING_ERRORS[step] === key);
}

/** The one place where failed calls become visible: cancelled ones never do, 401 ends the session, a step
 * that is due leads to it, others are a toast. */
export function reportFailure(error: unknown): void {
  if (error instanceof RequestCancelled) return;
  const pending = pendingOf(error);
  if (error instanceof ApiError && error.code === CODE_UNAUTHENTICATED) endSession();
  else if (pending) goToPending(pending);
  else toast.error(failureText(error));
}
