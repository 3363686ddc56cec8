import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { BASE_RESOURCE, countOwnedBases, updateBase } from "@/db/queries/knowledge/bases";
import { listNamedGrants, replaceGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import { GRANTS_MAX } from "@/lib/auth/grant-schema";
import { AppError } from "@/lib/errors/errors";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { BASES_MAX } from "../limits";
import { dataSetHref } from "../paths";
import type { Transfer } from "../schema";
import { requireBase } from "./bases";

/**
 * Makes a base another person's, who hears of it. `keep`: whoever gives it away may go on changing it, unless only its owner
 * sees it. Throws notFound, noPermission (not the owner), baseOwnerUnfit, baseLimit.
 */
export async function transferBase(actor: Actor, id: string, { userId, keep }: Transfer): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  const isFit = userId !== actor.id && (await ownerMay(userId, P.KB_MANAGE));
  await db().transaction(async (tx) => {
    // Two people who give each other a base do not wait for one another.
    for (const person of [actor.id, userId].sort()) await lockUser(tx, person);
    const base = await requireBase(actor, id, "manage", tx);
    if (base.ownerId !== actor.id) throw new AppError("noPermission");
    if (!isFit) throw new AppError("baseOwnerUnfit");
    if ((await countOwnedBases(tx, userId)) >= BASES_MAX) throw new AppError("baseLimit", { args: { max: BASES_MAX } });
    await updateBase(tx, id, { ownerId: userId });
    // An owner needs no grant; whoever stays gets one.
    const named = (await listNamedGrants(tx, BASE_RESOURCE, id)).map(({ subjectType, subjectId, right }) => ({
      subjectType,
      subjectId,
      right,
    }));
    const others = named.filter(({ subjectId }) => subjectId !== userId && subjectId !== actor.id);
    const stays = keep && base.visibility !== "self" && others.length < GRANTS_MAX;
    const own = { subjectType: "user", subjectId: actor.id, right: "manage" } as const;
    await replaceGrants(tx, { type: BASE_RESOURCE, id }, stays ? [...others, own] : others);
    await recordAuditEvent(tx, actor, {
      action: "knowledge.base.transfer",
      target: { type: "knowledgeBase", id, name: base.name },
      before: { ownerId: actor.id },
      after: { ownerId: userId },
    });
    const args = { name: base.name, from: base.ownerName };
    await notify(tx, [{ userId, kind: "baseTransferred", args, href: dataSetHref(id) }]);
  });
}
