import "server-only";
import { listToolsLimitedTo } from "@/db/queries/models/access";
import { mcpServers, tools } from "@/db/schema/tools";
import type { Owned } from "@/lib/owned/owned";

export const TOOLS_OWNED: Owned = {
  modelUses: [
    {
      kind: "tool",
      order: 30,
      columns: [tools.modelIds, mcpServers.modelIds],
      read: async (db, modelId) => ({ names: (await listToolsLimitedTo(db, modelId)).map(({ name }) => name) }),
    },
  ],
};
