import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { FactorProof } from "./schema";

export const accountKeys = {
  sessions: ["account", "sessions"] as const,
  factor: ["account", "factor"] as const,
  user: (id: string) => ["account", "user-sessions", id] as const,
};

export const ownSessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: ({ signal }) => api.get("/admin/user/sessions", { signal }),
  staleTime: 0,
  meta: { quiet: true },
});

export const ownFactorQuery = queryOptions({
  queryKey: accountKeys.factor,
  queryFn: ({ signal }) => api.get("/admin/user/factor", { signal }),
  staleTime: 0,
  meta: { quiet: true },
});

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: accountKeys.user(id),
    queryFn: ({ signal }) => api.get(`/admin/org/users/${id}/sessions`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

export function useOwnSessionActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: accountKeys.sessions });
  const end = useMutation({ mutationFn: (id: string) => api.delete(`/admin/user/sessions/${id}`), onSettled });
  const endOthers = useMutation({
    mutationFn: () => api.delete("/admin/user/sessions"),
    onSettled,
  });
  return { end, endOthers };
}

export function useUserSessionActions(userId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: accountKeys.user(userId) });
  const base = `/admin/org/users/${userId}` as const;
  const end = useMutation({ mutationFn: (id: string) => api.delete(`${base}/sessions/${id}`), onSettled });
  const endAll = useMutation({ mutationFn: () => api.delete(`${base}/sessions`), onSettled });
  const resetFactor = useMutation({ mutationFn: () => api.delete(`${base}/factor`), onSettled });
  return { end, endAll, resetFactor };
}

/** Changes of the own second factor; the forms show their failures themselves. */
export function useFactorActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: accountKeys.factor });
  const meta = { quiet: true };
  const renew = useMutation({
    mutationFn: (proof: FactorProof) => api.post("/admin/user/factor/codes", proof),
    onSuccess,
    meta,
  });
  const remove = useMutation({
    mutationFn: (proof: FactorProof) => api.post("/admin/user/factor/remove", proof),
    onSuccess,
    meta,
  });
  return { renew, remove };
}

/** The two calls of a set-up; without a query client, as the login page has none. */
export const beginFactor = (password: string) => api.post("/admin/user/factor", { password });
export const confirmFactor = (otp: string) => api.post("/admin/user/factor/confirm", { otp });

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { oldPassword: string; newPassword: string }) => api.post("/admin/user/change-password", input),
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.sessions }),
    meta: { quiet: true },
  });
}
