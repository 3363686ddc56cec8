import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { OwnTryDto } from "./own-dto";
import type { ApiImport, NewOwnTools, OwnToolsPatch, OwnToolTry } from "./own-schema";

const keys = {
  all: ["own-tools"] as const,
  list: ["own-tools", "list"] as const,
  one: (id: string) => ["own-tools", "one", id] as const,
  people: ["own-tools", "people"] as const,
};

const BASE = "/apps/tools";
const PEOPLE = "/admin/tools/people";

export const ownToolsQuery = queryOptions({
  queryKey: keys.list,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
  meta: { quiet: true },
});

export const ownToolQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    meta: { quiet: true },
  });

/** Changes of own tools; each reads them anew before it resolves. Forms show their failures themselves. */
export function useOwnToolActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: keys.all });
  const send = ({ id, ...patch }: { id: string } & OwnToolsPatch) => api.patch(`${BASE}/${id}`, patch);
  const create = useMutation({
    mutationFn: (input: NewOwnTools) => api.post(BASE, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({ mutationFn: send, onSuccess, meta: { quiet: true } });
  const change = useMutation({ mutationFn: send, onSuccess });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${BASE}/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.list }),
  });
  return { create, edit, change, remove };
}

/** Reads a description; nothing is saved. `signal` gives up. */
export const readOperations = (input: ApiImport, signal: AbortSignal) => api.post(`${BASE}/import`, input, { signal });

/** Runs an own tool once. `signal` gives up. */
export const tryOwnTool = (id: string, input: OwnToolTry, signal: AbortSignal): Promise<OwnTryDto> =>
  api.post(`${BASE}/${id}/try`, input, { signal });

/** Tools that people made, of a page. */
export const PEOPLE_PAGE = 20;

export const peopleToolsQuery = (filter: { page: number; keyword?: string }) =>
  queryOptions({
    queryKey: [...keys.people, filter],
    queryFn: ({ signal }) => api.get(PEOPLE, { query: { ...filter, pageSize: PEOPLE_PAGE }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export function useBlockPeopleTools() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, blocked }: { id: string; blocked: boolean }) => api.patch(`${PEOPLE}/${id}`, { blocked }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.people }),
  });
}
