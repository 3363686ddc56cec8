"use client";

import { useQuery } from "@tanstack/react-query";
import { Plug, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { NoResult } from "@/components/common/no-result";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { ToolListDto } from "@/lib/features/tools/dto";
import { filterTools, TOOL_TABS, type ToolFilter, type ToolTab, toolsAddress } from "@/lib/features/tools/filter";
import { toolsQuery } from "@/lib/features/tools/hooks";
import { BuiltinCard } from "./builtin-card";
import { ServerCard } from "./server-card";
import { ToolToolbar } from "./tool-toolbar";
import { useToolCommands } from "./use-tool-commands";

const RulesTab = lazy(() => import("../review/rules-tab").then((module) => ({ default: module.RulesTab })));
const PeopleTab = lazy(() => import("./people-tab").then((module) => ({ default: module.PeopleTab })));
const HitsTab = lazy(() => import("../review/hits-tab").then((module) => ({ default: module.HitsTab })));
const Drawers = lazy(() => import("./drawers").then((module) => ({ default: module.Drawers })));

interface ToolAccessScreenProps {
  tools: ToolListDto;
  filter: ToolFilter;
}

/** Built-in tools and MCP servers: set up, switch, allow, try; beside them the rules of review and what they held back. */
export function ToolAccessScreen(first: ToolAccessScreenProps) {
  const t = useTranslations("tools");
  const tools = useQuery({ ...toolsQuery, initialData: first.tools }).data;
  const [filter, handleFilter] = useAddressState(first.filter, toolsAddress.query);
  const show = (tab: ToolTab, more: Partial<ToolFilter> = {}) => handleFilter({ ...toolsAddress.plain, tab, ...more });
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
        actions={<TabAction tab={filter.tab} onAdd={handleAdd} onRule={() => handleFilter({ open: "new" })} />}
      />
      <Tabs value={filter.tab} onValueChange={(tab) => show(tab as ToolTab)} className="flex min-h-0 flex-1 flex-col">
        <TabsList aria-label={t("title")} className="shrink-0 px-4 md:px-5">
          {TOOL_TABS.map((tab) => (
            <TabsTrigger key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="tools" className="flex min-h-0 flex-1 flex-col">
          <ToolToolbar filter={filter} tools={tools} onChange={handleFilter} />
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto bg-subtle p-4 md:p-5">
            {left.builtin.length > 0 && (
              <BuiltinCard tools={left.builtin} checking={checking} commands={builtinCommands} />
            )}
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
              <NoResult
                text={t("noResult")}
                clear={t("clearFilters")}
                onClear={() => handleFilter(toolsAddress.plain)}
              />
            )}
          </div>
        </TabsContent>
        <TabsContent value="people" className="flex min-h-0 flex-1 flex-col">
          <LazyBoundary fallback={<PanelSkeleton />}>
            <PeopleTab keyword={filter.keyword} page={filter.page} onChange={handleFilter} />
          </LazyBoundary>
        </TabsContent>
        <TabsContent value="review" className="flex min-h-0 flex-1 flex-col">
          <LazyBoundary fallback={<PanelSkeleton />}>
            <RulesTab
              keyword={filter.keyword}
              open={filter.open}
              onChange={handleFilter}
              onHits={(rule) => show("hits", { rule })}
            />
          </LazyBoundary>
        </TabsContent>
        <TabsContent value="hits" className="flex min-h-0 flex-1 flex-col">
          <LazyBoundary fallback={<PanelSkeleton />}>
            <HitsTab state={filter} onChange={handleFilter} />
          </LazyBoundary>
        </TabsContent>
      </Tabs>
      <LazyBoundary onFailure={handleClose}>
        {filter.tab === "tools" && filter.open && (
          <Drawers open={filter.open} tools={tools} onOpen={(open) => handleFilter({ open })} onClose={handleClose} />
        )}
      </LazyBoundary>
    </>
  );
}

interface TabActionProps {
  tab: ToolTab;
  onAdd: () => void;
  onRule: () => void;
}

/** What a tab adds, at the end of the top bar. */
function TabAction({ tab, onAdd, onRule }: TabActionProps) {
  const t = useTranslations("tools");
  if (tab === "tools") return <CreateButton label={t("addServer")} onCreate={onAdd} />;
  return tab === "review" ? <CreateButton label={t("addRule")} onCreate={onRule} /> : null;
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
