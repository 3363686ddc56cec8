import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { BackupSettings } from "./schema";

const BASE = "/admin/backups";
const RUNNING_MS = 1500;
/** The schedule may begin one while the page is open. */
const IDLE_MS = 30_000;

export const backupKeys = { all: ["backups"] as const };

export const backupsQuery = queryOptions({
  queryKey: backupKeys.all,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === "running") ? RUNNING_MS : IDLE_MS),
});

/** The address of an archive for a link of the browser: the session's cookie opens it. */
export const backupHref = (id: string) => `/api${BASE}/${id}/download`;

/** Changes; each reads the list anew before it resolves. The form shows its failures itself. */
export function useBackupActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: backupKeys.all });
  const start = useMutation({ mutationFn: () => api.post(BASE, {}), onSuccess });
  const cancel = useMutation({ mutationFn: (id: string) => api.post(`${BASE}/${id}/cancel`, {}), onSuccess });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/${id}`), onSuccess });
  const save = useMutation({
    mutationFn: (input: BackupSettings) => api.patch(`${BASE}/settings`, input),
    onSuccess,
    meta: { quiet: true },
  });
  return { start, cancel, remove, save };
}
