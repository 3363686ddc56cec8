import { api } from "./api-client";
import { clearDrafts } from "./drafts";
import { invalidateSession } from "./session";
import { clearUnfinishedUploads } from "./unfinished-uploads";

/** Ends the session here and on the server, and forgets what was typed. Never leads to single sign-on again. */
export async function logout(): Promise<void> {
  await api.post("/token/logout").catch(() => undefined); // gone either way: the token is forgotten here
  invalidateSession();
  clearDrafts();
  clearUnfinishedUploads();
  window.location.assign("/login");
}
