"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { BuiltinToolDto, McpServerDto, McpToolDto } from "@/lib/features/tools/dto";
import { useBuiltinActions, useServerActions } from "@/lib/features/tools/hooks";
import { useReason } from "./use-reason";

export interface BuiltinCommands {
  edit: (tool: BuiltinToolDto) => void;
  tryOut: (tool: BuiltinToolDto) => void;
  enable: (tool: BuiltinToolDto, enabled: boolean) => void;
  check: (tool: BuiltinToolDto) => void;
}

export interface ServerCommands {
  edit: (server: McpServerDto) => void;
  tryOut: (tool: McpToolDto) => void;
  review: (tool: McpToolDto) => void;
  enable: (server: McpServerDto, enabled: boolean) => void;
  refresh: (server: McpServerDto) => void;
  remove: (server: McpServerDto) => void;
  enableTool: (server: McpServerDto, tool: McpToolDto, enabled: boolean) => void;
  setConfirm: (server: McpServerDto, tool: McpToolDto, asks: boolean) => void;
}

/** What can be done with tools and servers, with the questions asked before; `open` shows a drawer. */
export function useToolCommands(open: (drawer: string) => void) {
  const t = useTranslations("tools");
  const reason = useReason();
  const builtin = useBuiltinActions();
  const servers = useServerActions();
  const [checking, setChecking] = useState<ReadonlySet<string>>(new Set());

  const during = async (id: string, work: () => Promise<void>) => {
    setChecking((current) => new Set(current).add(id));
    try {
      await work();
    } catch {
      // The mutation has said what went wrong.
    } finally {
      setChecking((current) => new Set([...current].filter((one) => one !== id)));
    }
  };
  const builtinCommands: BuiltinCommands = {
    edit: (tool) => open(tool.key),
    tryOut: (tool) => open(`try:${tool.key}`),
    enable: (tool, enabled) => builtin.change.mutate({ key: tool.key, enabled }),
    check: (tool) =>
      void during(tool.key, async () => {
        const { ok, error, durationMs } = await builtin.check.mutateAsync(tool.key);
        const name = t(`builtin.${tool.key}.name`);
        if (ok) toast.success(t("checked", { name, ms: durationMs }));
        else toast.error(t("checkFailed", { name, reason: reason(error).full }));
      }),
  };
  const serverCommands: ServerCommands = {
    edit: (server) => open(server.id),
    tryOut: (tool) => open(`try:${tool.name}`),
    review: (tool) => open(`review:${tool.id}`),
    enable: (server, enabled) => servers.change.mutate({ id: server.id, enabled }),
    refresh: (server) =>
      void during(server.id, async () => {
        const { ok, error, tools, added, changed, missing } = await servers.refresh.mutateAsync(server.id);
        const { name } = server;
        if (!ok) toast.error(t("checkFailed", { name, reason: reason(error).full }));
        else if (changed.length + missing.length > 0) {
          toast.warning(t("server.differs", { name, changed: changed.length, missing: missing.length }));
        } else if (added.length > 0) toast.success(t("server.grown", { name, count: added.length }));
        else toast.success(t("server.same", { name, count: tools.length }));
      }),
    remove: (server) =>
      void confirm({
        title: t("deleteServer.title"),
        description: t("deleteServer.text", { name: server.name, count: server.tools.length }),
        okButton: t("deleteServer.ok"),
        destructive: true,
        onOk: () => servers.remove.mutateAsync(server.id),
      }),
    enableTool: ({ id }, tool, enabled) => servers.changeTool.mutate({ id, toolId: tool.id, enabled }),
    setConfirm: ({ id }, tool, asks) =>
      servers.changeTool.mutate({ id, toolId: tool.id, confirm: asks }, { onSuccess: () => toast.success() }),
  };
  return { builtinCommands, serverCommands, checking };
}
