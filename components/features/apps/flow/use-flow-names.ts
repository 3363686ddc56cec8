import { useEffect, useMemo } from "react";
import { appNamesStore, wantAppName } from "@/lib/client/app-names";
import { useStore } from "@/lib/client/use-store";
import { everyNode } from "@/lib/features/apps/workflow/edit";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { useFlowTools } from "./use-names";
import type { FlowNames } from "./use-summary";

const NO_MODELS: readonly { id: string; name: string }[] = [];
const NONE: ReadonlyMap<string, string | null> = new Map();

/** Names of what the nodes of a graph use. */
export function useFlowNames(
  appId: string,
  graph: FlowGraph,
  models: readonly { id: string; name: string }[],
): FlowNames {
  const apps = useStore(appNamesStore, NONE);
  const { names: tools, rerankModels = NO_MODELS } = useFlowTools(appId);
  useEffect(() => {
    for (const { node } of everyNode(graph)) if (node.type === "app" && node.data.appId) wantAppName(node.data.appId);
  }, [graph]);
  return useMemo(
    () => ({ models: new Map([...models, ...rerankModels].map(({ id, name }) => [id, name])), tools, apps }),
    [models, rerankModels, tools, apps],
  );
}
