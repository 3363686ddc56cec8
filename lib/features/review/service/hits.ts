import "server-only";
import { db } from "@/db/client";
import { insertReads } from "@/db/queries/records/records";
import { findHit, listHits } from "@/db/queries/review/hits";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { ReviewHitDetail, ReviewHitDto } from "../dto";
import type { HitsQuery } from "../schema";

type Row = Awaited<ReturnType<typeof listHits>>["rows"][number];

function toHit(row: Row): ReviewHitDto {
  const { userId, userName, account, departmentName, keyName, isByKey, createdAt } = row;
  const { id, ruleId, ruleName, keyword, side, app, isReadable } = row;
  return {
    ...{ id, ruleId, ruleName, keyword, side, app, isReadable },
    user: { id: userId, name: userName, account },
    department: departmentName,
    key: isByKey ? { name: keyName } : null,
    createdAt: createdAt.toISOString(),
  };
}

/** A page of hits, the newest first; their words are read one by one. */
export async function listReviewHits(
  actor: Actor,
  { page, pageSize, ...filter }: HitsQuery,
): Promise<{ items: ReviewHitDto[]; total: number }> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const { rows, total } = await listHits(db(), filter, { page, pageSize });
  return { items: rows.map(toHit), total };
}

/**
 * A hit with the words it was found in, where the policy of the department opens them; that they were read is noted, and the
 * person sees so beside their conversation. Throws notFound.
 */
export async function readReviewHit(actor: Actor, id: string): Promise<ReviewHitDetail> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const row = orNotFound(await findHit(db(), id));
  if (row.content !== null) {
    await db().transaction(async (tx) => {
      const { userId, sessionId, ruleName: title } = row;
      if (sessionId && userId !== actor.id) await insertReads(tx, actor.id, [{ userId, sessionId, title }]);
      await recordAuditEvent(tx, actor, {
        action: "review.read",
        target: { type: "reviewHit", id, name: row.ruleName },
      });
    });
  }
  return { ...toHit(row), content: row.content };
}
