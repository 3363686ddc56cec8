import { ApiError, CODE_UNAUTHENTICATED, RequestCancelled } from "../http/api-error";
import { endSession } from "./session";
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

/** The one place where failed calls become visible: cancelled ones never do, 401 ends the session, others are a toast. */
export function reportFailure(error: unknown): void {
  if (error instanceof RequestCancelled) return;
  if (error instanceof ApiError && error.code === CODE_UNAUTHENTICATED) endSession();
  else toast.error(failureText(error));
}
