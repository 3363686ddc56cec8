import "server-only";
import { countCallsSince } from "@/db/queries/models/access";
import { listDefaults } from "@/db/queries/models/models";
import { healthEvents, requestLogs } from "@/db/schema/gateway";
import { channels, modelDefaults, usageLedger } from "@/db/schema/models";
import { usageDaily } from "@/db/schema/reports";
import { APP } from "@/lib/areas/apps";
import type { Owned } from "@/lib/owned/owned";

export const MODELS_OWNED: Owned = {
  modelUses: [
    {
      kind: "default",
      order: 10,
      columns: [modelDefaults.modelId],
      read: async (db, modelId) => {
        const rows = await listDefaults(db);
        return { names: rows.filter((row) => row.modelId === modelId).map(({ purpose }) => purpose) };
      },
    },
    {
      kind: "calls",
      order: 40,
      columns: [usageDaily.modelId, usageLedger.modelId],
      read: async (db, modelId, since) => {
        const { calls, people } = await countCallsSince(db, modelId, since, APP.MODEL_TEST);
        return { count: calls, people };
      },
    },
  ],
  exempt: {
    people: [[requestLogs.userId, "a log of calls for administrators; what the person used is in the usage"]],
    models: [
      [channels.modelId, "part of the model itself"],
      [healthEvents.modelId, "history of the model itself"],
      [requestLogs.modelId, "a log of calls, which are counted as use by the ledger"],
    ],
  },
};
