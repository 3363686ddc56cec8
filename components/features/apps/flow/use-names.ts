import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useToolName } from "@/components/chat/use-tool-name";
import { partsQuery } from "@/lib/features/apps/hooks";

/** What tools are called; one that is gone is called by what it was asked for with. */
export function useFlowTools(appId: string) {
  const nameOf = useToolName();
  const { data } = useQuery(partsQuery({ appId }));
  const tools = data?.tools;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nameOf` is another one at every render, and says the same
  const names = useMemo(
    () => new Map(tools?.map(({ name, key, title }) => [name, nameOf({ name: key ?? name, title })])),
    [tools],
  );
  return { tools, names, rerankModels: data?.rerankModels };
}
