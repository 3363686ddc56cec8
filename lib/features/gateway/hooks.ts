import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { NewModels } from "@/lib/models/suppliers/schema";
import type { KeyPatch, KeyRotation, NewKey, NewSupplier, SupplierPatch, SupplierProbe } from "./schema";

export const GATEWAY = "/admin/gateway";

export const gatewayKeys = {
  all: ["gateway"] as const,
  suppliers: ["gateway", "suppliers"] as const,
  supplier: (id: string) => ["gateway", "suppliers", id] as const,
  models: ["gateway", "models"] as const,
  prices: ["gateway", "prices"] as const,
  budgets: ["gateway", "budgets"] as const,
  logs: ["gateway", "logs"] as const,
  settings: ["gateway", "settings"] as const,
};

export const suppliersQuery = queryOptions({
  queryKey: gatewayKeys.suppliers,
  queryFn: ({ signal }) => api.get(`${GATEWAY}/suppliers`, { signal }),
});

export const supplierQuery = (id: string) =>
  queryOptions({
    queryKey: gatewayKeys.supplier(id),
    queryFn: ({ signal }) => api.get(`${GATEWAY}/suppliers/${id}`, { signal }),
    meta: { quiet: true },
  });

/** Whatever changes at a supplier or a channel shows in more than one tab: all of them read anew. */
export function useGatewayRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: gatewayKeys.all });
}

/** Changes of suppliers. Forms show their failures themselves. */
export function useSupplierActions() {
  const onSuccess = useGatewayRefresh();
  const create = useMutation({
    mutationFn: (input: NewSupplier) => api.post(`${GATEWAY}/suppliers`, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & SupplierPatch) => api.patch(`${GATEWAY}/suppliers/${id}`, patch),
    onSuccess,
    meta: { quiet: true },
  });
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch(`${GATEWAY}/suppliers/${id}`, { status: enabled ? "enabled" : "disabled" }),
    onSuccess,
  });
  const addModels = useMutation({
    mutationFn: ({ id, ...input }: { id: string } & NewModels) => api.post(`${GATEWAY}/suppliers/${id}/models`, input),
    onSuccess,
    meta: { quiet: true },
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${GATEWAY}/suppliers/${id}`), onSuccess });
  return { create, edit, enable, addModels, remove };
}

/** What a supplier lists: one that is not saved yet, or a saved one with its stored key. */
export function useDiscoveries() {
  const client = useQueryClient();
  const probe = useMutation({
    mutationFn: (input: SupplierProbe) => api.post(`${GATEWAY}/probe`, input),
    meta: { quiet: true },
  });
  const discover = useMutation({
    mutationFn: (id: string) => api.post(`${GATEWAY}/suppliers/${id}/discovery`),
    onSuccess: () => client.invalidateQueries({ queryKey: gatewayKeys.suppliers }),
    meta: { quiet: true },
  });
  return { probe, discover };
}

/** Changes of a supplier's keys. */
export function useKeyActions() {
  const onSuccess = useGatewayRefresh();
  const add = useMutation({
    mutationFn: ({ supplierId, ...input }: { supplierId: string } & NewKey) =>
      api.post(`${GATEWAY}/suppliers/${supplierId}/keys`, input),
    onSuccess,
    meta: { quiet: true },
  });
  const rotate = useMutation({
    mutationFn: ({ id, ...input }: { id: string } & KeyRotation) => api.post(`${GATEWAY}/keys/${id}/rotate`, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & KeyPatch) => api.patch(`${GATEWAY}/keys/${id}`, patch),
    onSuccess,
    meta: { quiet: true },
  });
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch(`${GATEWAY}/keys/${id}`, { status: enabled ? "enabled" : "disabled" }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${GATEWAY}/keys/${id}`), onSuccess });
  return { add, rotate, edit, enable, remove };
}
