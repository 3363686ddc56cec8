"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { ToolListDto } from "@/lib/features/tools/dto";
import { BuiltinDrawer } from "./builtin-drawer";
import { ProviderDrawer } from "./provider-drawer";
import { ReviewDrawer } from "./review-drawer";
import { SearchDrawer } from "./search-drawer";
import { ServerDrawer } from "./server-drawer";
import { TryDrawer } from "./try-drawer";

interface DrawersProps {
  /** As the address says it: see ToolFilter. */
  open: string;
  tools: ToolListDto;
  /** Shows another drawer instead. */
  onOpen: (open: string) => void;
  onClose: () => void;
}

/** The drawer that is open; loaded with the forms' code when the first one is wanted. */
export function Drawers({ open, tools, onOpen, onClose }: DrawersProps) {
  const t = useTranslations("tools");
  const all = tools.servers.flatMap((server) => server.tools.map((tool) => ({ server, tool })));
  if (open === "add") return <ServerDrawer servers={tools.servers} onClose={onClose} />;
  if (open.startsWith("try:")) {
    const name = open.slice(4);
    const builtin = tools.builtin.find(({ key }) => key === name);
    if (builtin) {
      return (
        <TryDrawer
          name={name}
          title={t(`builtin.${builtin.key}.name`)}
          description={t(`builtin.${builtin.key}.text`)}
          schema={builtin.inputSchema}
          mayAct={false}
          onClose={onClose}
        />
      );
    }
    const found = all.find(({ tool }) => tool.name === name);
    if (!found) return <Gone onClose={onClose} />;
    const { title, remoteName, description, inputSchema, confirm } = found.tool;
    return (
      <TryDrawer
        name={name}
        title={title || remoteName}
        description={description}
        schema={inputSchema}
        mayAct={confirm}
        onClose={onClose}
      />
    );
  }
  if (open.startsWith("review:")) {
    const found = all.find(({ tool }) => tool.id === open.slice(7));
    if (!found?.tool.pending) return <Gone onClose={onClose} />;
    return <ReviewDrawer server={found.server} tool={found.tool} now={found.tool.pending} onClose={onClose} />;
  }
  const search = tools.builtin.find(({ key }) => key === "web_search");
  if (search && open.startsWith("provider:")) {
    const id = open.slice("provider:".length);
    return <ProviderDrawer id={id} tool={search} onClose={() => onOpen(search.key)} />;
  }
  const builtin = tools.builtin.find(({ key }) => key === open);
  if (builtin?.key === "web_search") return <SearchDrawer tool={builtin} onOpen={onOpen} onClose={onClose} />;
  if (builtin) return <BuiltinDrawer tool={{ ...builtin, key: builtin.key }} onClose={onClose} />;
  const server = tools.servers.find(({ id }) => id === open);
  return server ? (
    <ServerDrawer servers={tools.servers} server={server} onClose={onClose} />
  ) : (
    <Gone onClose={onClose} />
  );
}

/** The address names something that is no more. */
function Gone({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once; the screen makes a new function each time
  useEffect(onClose, []);
  return null;
}
