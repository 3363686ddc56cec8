import "server-only";
import type { Queryable } from "@/db/client";
import { countCallsSince, listKeysLimitedTo, listToolsLimitedTo } from "@/db/queries/model-access";
import { listDefaults } from "@/db/queries/models";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { TEST_APP } from "./trial";

/** Of one kind of use, names that are told; the count tells the rest. */
const NAMES_MAX = 20;
const DAYS = 30;

/** One kind of use of a model. `names`: purposes, keys, tools, … as the kind has them. */
export interface ModelUse {
  kind: "default" | "key" | "tool" | "calls";
  count: number;
  names: string[];
  /** Of calls: by how many people. */
  people?: number;
}

type Reader = (db: Queryable, modelId: string, since: string) => Promise<ModelUse>;

/** Every area that keeps a model's id somewhere adds its reader here (spec N11). */
const READERS: readonly Reader[] = [
  async (db, modelId) => {
    const rows = await listDefaults(db);
    return named(
      "default",
      rows.filter((row) => row.modelId === modelId).map(({ purpose }) => purpose),
    );
  },
  async (db, modelId) =>
    named(
      "key",
      (await listKeysLimitedTo(db, modelId)).map(({ name }) => name),
    ),
  async (db, modelId) =>
    named(
      "tool",
      (await listToolsLimitedTo(db, modelId)).map(({ name }) => name),
    ),
  async (db, modelId, since) => {
    const { calls, people } = await countCallsSince(db, modelId, since, TEST_APP);
    return { kind: "calls", count: calls, names: [], people };
  },
];

/** The first day whose calls count as use. Asked for before a transaction begins, which then holds the only connection. */
export async function usedSince(): Promise<string> {
  const { timeZone } = await loadConfig("customConfig");
  return addDays(dayIn(timeZone), -DAYS);
}

/** What would miss a model that is switched off or deleted; empty when nothing would. */
export async function whereUsed(db: Queryable, modelId: string, since: string): Promise<ModelUse[]> {
  const uses: ModelUse[] = [];
  // One after another: within a transaction they share one connection.
  for (const read of READERS) uses.push(await read(db, modelId, since));
  return uses.filter(({ count }) => count > 0);
}

function named(kind: ModelUse["kind"], names: string[]): ModelUse {
  return { kind, count: names.length, names: names.slice(0, NAMES_MAX) };
}
