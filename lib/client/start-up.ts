import { queryOptions } from "@tanstack/react-query";
import { detectEnvironment } from "../auth/environment";
import { api } from "./api-client";
import { ApiError, CODE_UNAUTHENTICATED } from "./api-error";
import { setCurrentPerson } from "./person";
import { readStored, STORED } from "./stored";

/** The kind of configuration that the whole screen lives on (spec 4). */
const CONFIG: string = "customConfig";
const SELF_EVERY_MS = 60_000; // ARCHITECTURE 4: renews the page's cookie

async function loadSelf(signal?: AbortSignal) {
  const self = await api.get("/admin/user/self-info", { signal });
  setCurrentPerson(self.id);
  return self;
}

/** spec 4: what must be there before the workspace is shown. Loaded once. */
export const startUpQuery = queryOptions({
  queryKey: ["start-up"],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  meta: { quiet: true },
  queryFn: async ({ signal }) => {
    try {
      const [self, { language }, config] = await Promise.all([
        loadSelf(signal),
        api.get("/admin/user/get-user-language", { signal }),
        api.get(`/admin/system-config/load/${CONFIG}`, { signal }),
      ]);
      return { self, language, config };
    } catch (error) {
      const isGuest = error instanceof ApiError && error.code === CODE_UNAUTHENTICATED && !readStored(STORED.token);
      if (isGuest) await leaveForLogin();
      throw error;
    }
  },
});

export const refetchSelf = queryOptions({
  queryKey: ["self-info"],
  queryFn: ({ signal }) => loadSelf(signal),
  staleTime: SELF_EVERY_MS / 2,
  refetchInterval: SELF_EVERY_MS,
  refetchOnWindowFocus: "always",
  meta: { quiet: true },
});

/** spec 4: without a session the environment's single sign-on, else the login page, which leads back here. */
async function leaveForLogin(): Promise<void> {
  const here = window.location.pathname + window.location.search;
  const env = detectEnvironment(navigator.userAgent, document.referrer);
  const { url } = await api
    .get("/public/get-third-login-url", { query: { env, frontRedirectUrl: here } })
    .catch(() => ({ url: null }));
  window.location.replace(url ?? `/login?redirectUrl=${encodeURIComponent(here)}`);
}
