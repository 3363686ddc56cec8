import "server-only";
import type { Queryable } from "@/db/client";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { MODEL_USERS } from "@/lib/owned/list";
import type { ModelUse } from "../dto";

/** Of one kind of use, names that are told; the count tells the rest. */
const NAMES_MAX = 20;
const DAYS = 30;

/** The first day whose calls count as use. Asked for before a transaction begins, which then holds the only connection. */
export async function usedSince(): Promise<string> {
  const { timeZone } = await loadConfig("customConfig");
  return addDays(dayIn(timeZone), -DAYS);
}

/** What would miss a model that is switched off or deleted; empty when nothing would. */
export async function whereUsed(db: Queryable, modelId: string, since: string): Promise<ModelUse[]> {
  const uses: ModelUse[] = [];
  // One after another: within a transaction they share one connection.
  for (const { kind, read } of MODEL_USERS) {
    const found = await read(db, modelId, since);
    const use =
      "names" in found
        ? { count: found.names.length, names: found.names.slice(0, NAMES_MAX) }
        : { ...found, names: [] };
    if (use.count > 0) uses.push({ kind, ...use });
  }
  return uses;
}
