import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { listToolsLimitedTo } from "@/db/queries/models/access";
import { giveServer, listOwnToolContent, ownServerNames, removeOwnServers } from "@/db/queries/tools/own";
import { mcpServers, tools } from "@/db/schema/tools";
import { OWN_SERVERS_MAX } from "@/lib/config/tool-kinds";
import { AppError } from "@/lib/errors/errors";
import type { Owned, OwnedThing } from "@/lib/owned/owned";

/** Apps of others may stand on them; without a new owner they end with their keys. */
const ownTools: OwnedThing = {
  key: "ownTools",
  order: 15,
  columns: [mcpServers.ownerId],
  list: async (db, userId) => {
    const all = await ownServerNames(db, userId);
    return { count: all.length, names: all.slice(0, 10).map(({ name }) => name) };
  },
  transfer: async (tx, from, to) => {
    await lockUser(tx, to);
    const [given, had] = [await ownServerNames(tx, from), await ownServerNames(tx, to)];
    if (given.length + had.length > OWN_SERVERS_MAX) {
      throw new AppError("ownServerLimit", { args: { max: OWN_SERVERS_MAX } });
    }
    const taken = new Set(had.map(({ name }) => name));
    for (const { id, name } of given) {
      const free = freeName(name, taken);
      taken.add(free);
      await giveServer(tx, from, id, { ownerId: to, name: free });
    }
  },
  release: (tx, from) => removeOwnServers(tx, from),
};

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name} (${count})`;
    if (!taken.has(free)) return free;
  }
}

export const TOOLS_OWNED: Owned = {
  things: [ownTools],
  ownData: [
    {
      name: "tools",
      order: 65,
      columns: [mcpServers.ownerId],
      content: ({ actor }) => listOwnToolContent(db(), actor.id),
    },
  ],
  modelUses: [
    {
      kind: "tool",
      order: 30,
      columns: [tools.modelIds, mcpServers.modelIds],
      read: async (db, modelId) => ({ names: (await listToolsLimitedTo(db, modelId)).map(({ name }) => name) }),
    },
  ],
};
