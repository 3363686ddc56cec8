import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { orgKeys } from "../hooks";
import type { ImportKind } from "./columns";
import type { ImportDto } from "./dto";

const BASE = "/admin/org/imports";
const POLL_MS = 1000;
export const ERRORS_PAGE = 20;

export const importKeys = {
  all: ["imports"] as const,
  list: (kind: ImportKind, page: number) => ["imports", "list", kind, page] as const,
  one: (id: string) => ["imports", "one", id] as const,
  errors: (id: string, page: number) => ["imports", "errors", id, page] as const,
};

export const importsQuery = (kind: ImportKind, page: number) =>
  queryOptions({
    queryKey: importKeys.list(kind, page),
    queryFn: ({ signal }) => api.get(BASE, { query: { kind, page, pageSize: ERRORS_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const isUnderWay = (run: ImportDto | undefined) => run?.status === "checking" || run?.status === "running";

/** One import; asked again each second while the server is at work on it. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
    staleTime: 0,
    meta: { quiet: true },
  });

export const importErrorsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: importKeys.errors(id, page),
    queryFn: ({ signal }) =>
      api.get(`${BASE}/${id}/errors`, {
        query: { page, pageSize: ERRORS_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export interface NewImport {
  kind: ImportKind;
  file: File;
  updateExisting: boolean;
  createDepartments: boolean;
}

/** What a person does with imports. The drawer shows failures of the upload itself. */
export function useImportActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: importKeys.all });
  const upload = useMutation({
    mutationFn: ({ file, ...query }: NewImport) => api.upload(BASE, { file }, { query }),
    onSuccess: refresh,
    meta: { quiet: true },
  });
  const confirm = useMutation({ mutationFn: (id: string) => api.post(`${BASE}/${id}/confirm`), onSettled: refresh });
  const cancel = useMutation({ mutationFn: (id: string) => api.post(`${BASE}/${id}/cancel`), onSettled: refresh });
  const codes = useMutation({
    mutationFn: (id: string) => api.download(`${BASE}/${id}/codes`, { method: "POST" }),
    onSettled: refresh,
  });
  const template = useMutation({
    mutationFn: (kind: ImportKind) => api.download(`${BASE}/template`, { query: { kind } }),
  });
  const refused = useMutation({ mutationFn: (id: string) => api.download(`${BASE}/${id}/refused`) });
  /** The lists behind the drawer show what was imported. */
  const refreshOrganisation = () => client.invalidateQueries({ queryKey: orgKeys.all });
  return { upload, confirm, cancel, codes, template, refused, refreshOrganisation };
}
