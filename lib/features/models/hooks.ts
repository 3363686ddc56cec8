import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import type { NewModels } from "@/lib/models/suppliers/schema";
import type { ModelDto, ModelProbeResult, ModelTestResult, ModelUse } from "./dto";
import type { ModelRun, RunLine } from "./run-schema";
import type {
  DepartmentModelsPatch,
  ModelDefaultsPatch,
  ModelPatch,
  NewSupplier,
  SubjectSearch,
  SupplierPatch,
  SupplierProbe,
} from "./schema";

export const modelKeys = {
  all: ["models"] as const,
  suppliers: ["models", "suppliers"] as const,
  models: ["models", "models"] as const,
  discovery: ["models", "discovery"] as const,
  defaults: ["models", "defaults"] as const,
  detail: (id: string) => ["models", "detail", id] as const,
  department: (id: string) => ["models", "department", id] as const,
  subjects: (search: SubjectSearch) => ["models", "subjects", search] as const,
};

export interface ListOf<T> {
  items: T[];
  total: number;
}

export interface Discovery {
  ollama: { baseUrl: string; models: string[] } | null;
}

const BASE = "/admin/model";

export const suppliersQuery = queryOptions({
  queryKey: modelKeys.suppliers,
  queryFn: ({ signal }) => api.get(`${BASE}/suppliers`, { signal }),
});

export const modelsQuery = queryOptions({
  queryKey: modelKeys.models,
  queryFn: ({ signal }) => api.get(`${BASE}/models`, { signal }),
});

/** Asks once a visit: nobody waits for it, and a machine without Ollama is the usual case. */
export const discoveryQuery = queryOptions({
  queryKey: modelKeys.discovery,
  queryFn: ({ signal }) => api.get(`${BASE}/discovery`, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
});

export const defaultsQuery = queryOptions({
  queryKey: modelKeys.defaults,
  queryFn: ({ signal }) => api.get(`${BASE}/defaults`, { signal }),
});

export const detailQuery = (id: string) =>
  queryOptions({
    queryKey: modelKeys.detail(id),
    queryFn: ({ signal }) => api.get(`${BASE}/models/${id}`, { signal }),
    meta: { quiet: true },
  });

export const subjectsQuery = ({ kind, keyword }: SubjectSearch) =>
  queryOptions({
    queryKey: modelKeys.subjects({ kind, keyword }),
    queryFn: ({ signal }) => api.get(`${BASE}/subjects`, { signal, query: { kind, keyword: keyword || undefined } }),
    meta: { quiet: true },
  });

export const departmentModelsQuery = (id: string) =>
  queryOptions({
    queryKey: modelKeys.department(id),
    queryFn: ({ signal }) => api.get(`${BASE}/departments/${id}`, { signal }),
    // A form begins with what is stored now.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** Chooses what a department is shown by itself. */
export function useDepartmentModels(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: DepartmentModelsPatch) => api.patch(`${BASE}/departments/${id}`, patch),
    onSuccess: () => client.invalidateQueries({ queryKey: modelKeys.models }),
    meta: { quiet: true },
  });
}

/** What would miss a model. */
export async function readUses(id: string): Promise<ModelUse[]> {
  return (await api.get(`${BASE}/models/${id}/used`)).items;
}

/** The uses a refusal names; null for any other failure. */
export function usesOf(error: unknown): ModelUse[] | null {
  const data = error instanceof ApiError ? (error.data as { error?: string; uses?: ModelUse[] } | null) : null;
  return data?.error === "modelInUse" ? (data.uses ?? []) : null;
}

/** The lines of a trial; leaving it ends the call. */
export function readRun(id: string, run: ModelRun, signal: AbortSignal): AsyncGenerator<RunLine, void, undefined> {
  return api.streamPost<RunLine>(`${BASE}/models/${id}/run`, run, { signal });
}

/** Asks a model what it can do and puts the results into its row. */
export function useModelProbe(): (id: string, signal: AbortSignal) => Promise<ModelProbeResult> {
  const client = useQueryClient();
  return async (id, signal) => {
    const result = await api.post(`${BASE}/models/${id}/probe`, {}, { signal });
    await client.invalidateQueries({ queryKey: modelKeys.models });
    return result;
  };
}

/** Changes of suppliers; each reads the lists anew before it resolves. Forms show their failures themselves. */
export function useSupplierActions() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: modelKeys.suppliers }),
      client.invalidateQueries({ queryKey: modelKeys.models }),
    ]);
  const create = useMutation({
    mutationFn: (input: NewSupplier) => api.post(`${BASE}/suppliers`, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & SupplierPatch) => api.patch(`${BASE}/suppliers/${id}`, patch),
    onSuccess,
    meta: { quiet: true },
  });
  const addModels = useMutation({
    mutationFn: ({ id, ...input }: { id: string } & NewModels) => api.post(`${BASE}/suppliers/${id}/models`, input),
    onSuccess,
    meta: { quiet: true },
  });
  const change = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & SupplierPatch) => api.patch(`${BASE}/suppliers/${id}`, patch),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/suppliers/${id}`), onSuccess });
  return { create, edit, addModels, change, remove };
}

/** What a supplier lists: one that is not saved yet, or a saved one with its stored key. */
export function useSupplierLists() {
  const client = useQueryClient();
  const probe = useMutation({
    mutationFn: (input: SupplierProbe) => api.post(`${BASE}/probe`, input),
    meta: { quiet: true },
  });
  const test = useMutation({
    mutationFn: (id: string) => api.post(`${BASE}/suppliers/${id}/test`),
    onSuccess: () => client.invalidateQueries({ queryKey: modelKeys.suppliers }),
    meta: { quiet: true },
  });
  return { probe, test };
}

/** Changes of models; each reads the list anew before it resolves. */
export function useModelActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: modelKeys.models });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & ModelPatch) => api.patch(`${BASE}/models/${id}`, patch),
    onSuccess: (_data, { id }) =>
      Promise.all([onSuccess(), client.invalidateQueries({ queryKey: modelKeys.detail(id) })]),
    meta: { quiet: true },
  });
  const enable = useMutation({
    mutationFn: ({ id, ...patch }: { id: string; enabled: boolean; confirmed?: true }) =>
      api.patch(`${BASE}/models/${id}`, patch),
    // The switch answers at once; a refusal puts it back.
    onMutate: ({ id, enabled }) => patchModel(client, id, { enabled }),
    onError: (_error, { id, enabled }) => patchModel(client, id, { enabled: !enabled }),
    onSuccess,
    // A refusal may be a question to ask: see the commands.
    meta: { quiet: true },
  });
  const setDefaults = useMutation({
    mutationFn: (patch: ModelDefaultsPatch) => api.patch(`${BASE}/defaults`, patch),
    onSuccess: () => client.invalidateQueries({ queryKey: modelKeys.all }),
    meta: { quiet: true },
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${BASE}/models/${id}`, { query: { confirmed: true } }),
    onSuccess,
  });
  return { edit, enable, setDefaults, remove };
}

type Client = ReturnType<typeof useQueryClient>;

function patchModel(client: Client, id: string, patch: Partial<ModelDto>): void {
  client.setQueryData<ListOf<ModelDto>>(
    modelKeys.models,
    (list) => list && { ...list, items: list.items.map((model) => (model.id === id ? { ...model, ...patch } : model)) },
  );
}

/** Tries one model and puts the result into its row. `signal` gives up waiting. */
export function useModelTest(): (id: string, signal?: AbortSignal) => Promise<ModelTestResult> {
  const client = useQueryClient();
  return async (id, signal) => {
    const result = await api.post(`${BASE}/models/${id}/test`, {}, { signal });
    patchModel(client, id, {
      // The check is one of the facts; the judgement may be another.
      status: result.health.status,
      latencyMs: result.latencyMs,
      checkError: result.health.reason,
      checkedAt: new Date().toISOString(),
    });
    return result;
  };
}
