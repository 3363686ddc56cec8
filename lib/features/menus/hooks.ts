import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { MenuMove, MenuPatch, NewMenu } from "./schema";

const BASE = "/admin/org/menus";

export const menuKeys = { all: ["menus"] as const, tree: ["menus", "tree"] as const };

export const menuTreeQuery = queryOptions({
  queryKey: menuKeys.tree,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
});

/** Changes of the menu; each reads it anew before it resolves. `onDone` lets the sidebar follow. */
export function useMenuActions(onDone?: () => void) {
  const client = useQueryClient();
  const onSuccess = async () => {
    // What a role sees changes along.
    await Promise.all([
      client.invalidateQueries({ queryKey: menuKeys.all }),
      client.invalidateQueries({ queryKey: ["roles", "preview"] }),
    ]);
    onDone?.();
  };
  const create = useMutation({
    mutationFn: (input: NewMenu) => api.post(BASE, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & MenuPatch) => api.patch(`${BASE}/${id}`, patch),
    onSuccess,
    meta: { quiet: true },
  });
  const change = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & MenuPatch) => api.patch(`${BASE}/${id}`, patch),
    onSuccess,
  });
  const move = useMutation({
    mutationFn: ({ id, ...to }: { id: string } & MenuMove) => api.post(`${BASE}/${id}/move`, to),
    onMutate: async ({ id, parentId, index }) => {
      await client.cancelQueries({ queryKey: menuKeys.tree });
      const before = client.getQueryData(menuTreeQuery.queryKey);
      // The row stays where it was dropped while the server is asked.
      if (before)
        client.setQueryData(menuTreeQuery.queryKey, { ...before, items: moved(before.items, id, parentId, index) });
      return { before };
    },
    onError: (_error, _input, context) => {
      if (context?.before) client.setQueryData(menuTreeQuery.queryKey, context.before);
    },
    onSuccess,
  });
  const reset = useMutation({ mutationFn: (id: string) => api.post(`${BASE}/${id}/reset`), onSuccess });
  const resetAll = useMutation({ mutationFn: () => api.post(`${BASE}/reset`), onSuccess });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/${id}`), onSuccess });
  return { create, edit, change, move, reset, resetAll, remove };
}

interface Placed {
  id: string;
  parentId: string | null;
  half: string;
}

/** The entries with one of them at another place: the order of the list is the order of the menu. */
export function moved<Entry extends Placed>(
  items: readonly Entry[],
  id: string,
  parentId: string | null,
  index: number,
): Entry[] {
  const entry = items.find((item) => item.id === id);
  if (!entry) return [...items];
  const rest = items.filter((item) => item.id !== id);
  const isNeighbour = (item: Entry) => item.parentId === parentId && (parentId !== null || item.half === entry.half);
  const after = rest.filter(isNeighbour)[index];
  const at = after ? rest.indexOf(after) : rest.length;
  return [...rest.slice(0, at), { ...entry, parentId }, ...rest.slice(at)];
}
