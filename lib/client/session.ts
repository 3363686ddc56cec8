import { type PendingStep, pendingPath } from "../auth/pending";
import { mayReload } from "./reload-once";
import { STORED, writeStored } from "./stored";
import { toast } from "./toast";

/** Forgets who was logged in. Drafts stay: they belong to the person who will log in again on this browser. */
export function invalidateSession(): void {
  writeStored(STORED.token, null);
  writeStored(STORED.permissions, null);
  writeStored(STORED.isFirstLogin, null);
}

/** Something is due before this person goes on (new terms were published just now): the login screen asks for it. */
export function goToPending(step: PendingStep, go: (path: string) => void = (path) => window.location.assign(path)) {
  const { pathname, search } = window.location;
  if (pathname !== "/login") go(pendingPath(step, pathname + search));
}

/** spec 8: on code 401 the token is cleared and the page reloads; at most once a minute, else a message says so. */
export function endSession(reload: () => void = () => window.location.reload()): void {
  invalidateSession();
  if (mayReload()) reload();
  else toast.error({ key: "sessionEnded" });
}
