"use client";

import { useQuery } from "@tanstack/react-query";
import { Plug, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { NoResult } from "@/components/common/no-result";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import type { ToolListDto } from "@/lib/features/tools/dto";
import { filterTools, type ToolFilter, toolsAddress } from "@/lib/features/tools/filter";
import { toolsQuery } from "@/lib/features/tools/hooks";
import { BuiltinCard } from "./builtin-card";
import { ServerCard } from "./server-card";
import { ToolToolbar } from "./tool-toolbar";
import { useToolCommands } from "./use-tool-commands";

const Drawers = lazy(() => import("./drawers").then((module) => ({ default: module.Drawers })));

interface ToolAccessScreenProps {
  tools: ToolListDto;
  filter: ToolFilter;
}

/** Built-in tools and MCP servers: set up, switch, allow, try. */
export function ToolAccessScreen(first: ToolAccessScreenProps) {
  const t = useTranslations("tools");
  const tools = useQuery({ ...toolsQuery, initialData: first.tools }).data;
  const [filter, handleFilter] = useAddressState(first.filter, toolsAddress.query);
  const { builtinCommands, serverCommands, checking } = useToolCommands((open) => handleFilter({ open }));
  const left = filterTools(tools, filter, ({ key }) => `${t(`builtin.${key}.name`)}\n${t(`builtin.${key}.text`)}`);
  const isFiltered = filter.keyword.trim() !== "" || filter.state !== "all";
  const handleAdd = () => handleFilter({ open: "add" });
  const handleClose = () => handleFilter({ open: null });
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={<CreateButton label={t("addServer")} onCreate={handleAdd} />}
      />
      <ToolToolbar filter={filter} tools={tools} onChange={handleFilter} />
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto bg-subtle p-4 md:p-5">
        {left.builtin.length > 0 && <BuiltinCard tools={left.builtin} checking={checking} commands={builtinCommands} />}
        {left.servers.map((group) => (
          <ServerCard
            key={group.server.id}
            {...group}
            isChecking={checking.has(group.server.id)}
            commands={serverCommands}
          />
        ))}
        {tools.servers.length === 0 && !isFiltered && <NoServers onAdd={handleAdd} />}
        {left.builtin.length === 0 && left.servers.length === 0 && (
          <NoResult text={t("noResult")} clear={t("clearFilters")} onClear={() => handleFilter(toolsAddress.plain)} />
        )}
      </div>
      <LazyBoundary onFailure={handleClose}>
        {filter.open && <Drawers open={filter.open} tools={tools} onClose={handleClose} />}
      </LazyBoundary>
    </>
  );
}

/** Where MCP servers will stand: what they are and how to begin. */
function NoServers({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations("tools.empty");
  return (
    <section
      aria-labelledby="no-servers"
      className="flex flex-col items-center gap-1 rounded-md border border-dashed bg-background px-6 py-9 text-center"
    >
      <Plug aria-hidden size={22} strokeWidth={1.5} className="mb-1 text-fg-3" />
      <h2 id="no-servers" className="font-semibold text-base">
        {t("title")}
      </h2>
      <p className="max-w-120 text-balance text-fg-3 text-sm">{t("description")}</p>
      <Button icon={Plus} onClick={onAdd} className="mt-3">
        {t("action")}
      </Button>
    </section>
  );
}
