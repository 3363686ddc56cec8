import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { BuiltinToolKey } from "@/lib/config/tool-kinds";
import type { BuiltinToolDto, McpServerDto, McpToolDto, ToolListDto, ToolRunDto } from "./dto";
import type { BuiltinPatch, McpProbe, McpServerPatch, McpToolPatch, NewMcpServer } from "./schema";

export const toolKeys = {
  all: ["tools"] as const,
  list: ["tools", "list"] as const,
  choices: ["tools", "choices"] as const,
};

const BASE = "/admin/tools";

export const toolsQuery = queryOptions({
  queryKey: toolKeys.list,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
});

export const choicesQuery = queryOptions({
  queryKey: toolKeys.choices,
  queryFn: ({ signal }) => api.get(`${BASE}/choices`, { signal }),
  meta: { quiet: true },
});

/** Changes of built-in tools; each reads the list anew before it resolves. Forms show their failures themselves. */
export function useBuiltinActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: toolKeys.list });
  const send = ({ key, ...patch }: { key: BuiltinToolKey } & BuiltinPatch) =>
    api.patch(`${BASE}/builtin/${encodeURIComponent(key)}`, patch);
  const edit = useMutation({ mutationFn: send, onSuccess, meta: { quiet: true } });
  const change = useMutation({
    mutationFn: send,
    // The switch answers at once; a refusal puts it back.
    onMutate: ({ key, enabled }) => enabled !== undefined && patchBuiltin(client, key, { enabled }),
    onError: (_error, { key, enabled }) => enabled !== undefined && patchBuiltin(client, key, { enabled: !enabled }),
    onSuccess,
  });
  const check = useMutation({
    mutationFn: (key: BuiltinToolKey) => api.post(`${BASE}/builtin/${encodeURIComponent(key)}/test`),
    onSuccess,
  });
  return { edit, change, check };
}

/** Changes of MCP servers and their tools; each reads the list anew before it resolves. */
export function useServerActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: toolKeys.list });
  const send = ({ id, ...patch }: { id: string } & McpServerPatch) => api.patch(`${BASE}/servers/${id}`, patch);
  const probe = useMutation({
    mutationFn: (input: McpProbe) => api.post(`${BASE}/servers/probe`, input),
    meta: { quiet: true },
  });
  const create = useMutation({
    mutationFn: (input: NewMcpServer) => api.post(`${BASE}/servers`, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({ mutationFn: send, onSuccess, meta: { quiet: true } });
  const change = useMutation({
    mutationFn: send,
    onMutate: ({ id, enabled }) => enabled !== undefined && patchServer(client, id, { enabled }),
    onError: (_error, { id, enabled }) => enabled !== undefined && patchServer(client, id, { enabled: !enabled }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/servers/${id}`), onSuccess });
  const refresh = useMutation({
    mutationFn: (id: string) => api.post(`${BASE}/servers/${id}/refresh`),
    onSuccess,
  });
  const changeTool = useMutation({
    mutationFn: ({ id, toolId, ...patch }: { id: string; toolId: string } & McpToolPatch) =>
      api.patch(`${BASE}/servers/${id}/tools/${toolId}`, patch),
    onMutate: ({ id, toolId, enabled }) => enabled !== undefined && patchTool(client, id, toolId, { enabled }),
    onError: (_error, { id, toolId, enabled }) =>
      enabled !== undefined && patchTool(client, id, toolId, { enabled: !enabled }),
    onSuccess,
  });
  return { probe, create, edit, change, remove, refresh, changeTool };
}

/** Runs a tool once; its state may have changed by that. `signal` gives up. */
export function useTryTool() {
  const client = useQueryClient();
  return async (name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<ToolRunDto> => {
    const result = await api.post(`${BASE}/run`, { name, arguments: args }, { signal });
    void client.invalidateQueries({ queryKey: toolKeys.list });
    return result;
  };
}

type Client = ReturnType<typeof useQueryClient>;

function patchList(client: Client, change: (list: ToolListDto) => ToolListDto): void {
  client.setQueryData<ToolListDto>(toolKeys.list, (list) => list && change(list));
}

function patchBuiltin(client: Client, key: BuiltinToolKey, patch: Partial<BuiltinToolDto>): void {
  patchList(client, (list) => ({
    ...list,
    builtin: list.builtin.map((tool) => (tool.key === key ? { ...tool, ...patch } : tool)),
  }));
}

function patchServer(client: Client, id: string, patch: Partial<McpServerDto>): void {
  patchList(client, (list) => ({
    ...list,
    servers: list.servers.map((server) => (server.id === id ? { ...server, ...patch } : server)),
  }));
}

function patchTool(client: Client, id: string, toolId: string, patch: Partial<McpToolDto>): void {
  patchList(client, (list) => ({
    ...list,
    servers: list.servers.map((server) =>
      server.id === id
        ? { ...server, tools: server.tools.map((tool) => (tool.id === toolId ? { ...tool, ...patch } : tool)) }
        : server,
    ),
  }));
}
