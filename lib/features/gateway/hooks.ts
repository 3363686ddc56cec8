import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { useFormMutation } from "@/lib/client/use-form-mutation";
import type { NewModels } from "@/lib/models/suppliers/schema";
import type { ImportOrder } from "./import/schema";
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
  const create = useFormMutation((input: NewSupplier) => api.post(`${GATEWAY}/suppliers`, input), onSuccess);
  const edit = useFormMutation(
    ({ id, ...patch }: { id: string } & SupplierPatch) => api.patch(`${GATEWAY}/suppliers/${id}`, patch),
    onSuccess,
  );
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch(`${GATEWAY}/suppliers/${id}`, { status: enabled ? "enabled" : "disabled" }),
    onSuccess,
  });
  const addModels = useFormMutation(
    ({ id, ...input }: { id: string } & NewModels) => api.post(`${GATEWAY}/suppliers/${id}/models`, input),
    onSuccess,
  );
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${GATEWAY}/suppliers/${id}`), onSuccess });
  return { create, edit, enable, addModels, remove };
}

/** Channels of new-api: what they would become, and those that were picked. */
export function useChannelImport() {
  const onSuccess = useGatewayRefresh();
  return {
    look: useMutation({
      mutationFn: (text: string) => api.post(`${GATEWAY}/imports/preview`, { text }),
      meta: { quiet: true },
    }),
    take: useMutation({
      mutationFn: (input: ImportOrder) => api.post(`${GATEWAY}/imports`, input),
      onSuccess,
      meta: { quiet: true },
    }),
  };
}

/** What a supplier lists: one that is not saved yet, or a saved one with its stored key. */
export function useDiscoveries() {
  const client = useQueryClient();
  const probe = useFormMutation((input: SupplierProbe) => api.post(`${GATEWAY}/probe`, input));
  const discover = useFormMutation(
    (id: string) => api.post(`${GATEWAY}/suppliers/${id}/discovery`),
    () => client.invalidateQueries({ queryKey: gatewayKeys.suppliers }),
  );
  return { probe, discover };
}

/** Changes of a supplier's keys. */
export function useKeyActions() {
  const onSuccess = useGatewayRefresh();
  const add = useFormMutation(
    ({ supplierId, ...input }: { supplierId: string } & NewKey) =>
      api.post(`${GATEWAY}/suppliers/${supplierId}/keys`, input),
    onSuccess,
  );
  const rotate = useFormMutation(
    ({ id, ...input }: { id: string } & KeyRotation) => api.post(`${GATEWAY}/keys/${id}/rotate`, input),
    onSuccess,
  );
  const edit = useFormMutation(
    ({ id, ...patch }: { id: string } & KeyPatch) => api.patch(`${GATEWAY}/keys/${id}`, patch),
    onSuccess,
  );
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch(`${GATEWAY}/keys/${id}`, { status: enabled ? "enabled" : "disabled" }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${GATEWAY}/keys/${id}`), onSuccess });
  return { add, rotate, edit, enable, remove };
}
