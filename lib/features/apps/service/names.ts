import "server-only";
import { db } from "@/db/client";
import { listAppNames, listReachableApps } from "@/db/queries/apps/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { appReader } from "./subjects";

/**
 * Names of apps by their ids: of all of them for whoever reads the ledger in the console, else of those within reach. What is
 * not named stands for itself.
 */
export async function readAppNames(
  actor: Actor,
  ids: readonly string[],
): Promise<{ items: { id: string; name: string }[] }> {
  requirePermission(actor, P.SYSTEM, P.APPS);
  if (ids.length === 0) return { items: [] };
  if (actor.permissions.some((code) => code.startsWith("SYSTEM:"))) return { items: await listAppNames(db(), ids) };
  const found = await listReachableApps(db(), appReader(actor), ids, "see");
  return { items: found.map(({ id, name }) => ({ id, name })) };
}
