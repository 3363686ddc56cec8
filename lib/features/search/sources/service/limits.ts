import "server-only";
import { db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { withRevision } from "@/lib/editing/revision";
import { P } from "@/lib/permissions/codes";
import type { IndexLimitsDto } from "../dto";
import type { IndexLimitsChange } from "../schema";

const KIND = "webIndex";

/** What the built-in index may read. */
export async function readIndexLimits(actor: Actor): Promise<IndexLimitsDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  return withRevision(await readConfig(db(), KIND), (limits) => limits);
}

/** Throws staleRecord. */
export async function changeIndexLimits(
  actor: Actor,
  { revision, ...limits }: IndexLimitsChange,
): Promise<IndexLimitsDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await db().transaction(async (tx) => {
    const before = await readConfig(tx, KIND);
    await assertCurrent(tx, actor, { type: "web_index", id: KIND, given: revision, read: async () => before });
    await upsertConfig(tx, KIND, limits);
    const target = { type: "web_index", id: KIND };
    await recordAuditEvent(tx, actor, { action: "search.index.change", target, before, after: limits });
  });
  invalidateConfig(KIND);
  return withRevision(limits, (one) => one);
}
