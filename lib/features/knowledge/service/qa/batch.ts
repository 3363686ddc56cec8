import "server-only";
import { db } from "@/db/client";
import { QA_RESOURCE, removeQas, updateQaStates } from "@/db/queries/knowledge/qas";
import { removeGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import type { QaBatch } from "../../qa-schema";
import { qaTarget, requireScope } from "./scope";

/** Questions of one batch the log names. */
const NAMED = 20;

const CHANGES = {
  approve: { from: ["proposed"], state: "active" },
  enable: { from: ["off"], state: "active" },
  disable: { from: ["active"], state: "off" },
} as const;

/**
 * Does one thing with several pairs of a base or of the center; those it does not fit, and those of other scopes, stay as they
 * are. Whoever approves a pair stands for it from then on. How many changed. Throws noPermission, notFound.
 */
export async function runQaBatch(actor: Actor, { baseId, action, ids }: QaBatch): Promise<{ changed: number }> {
  const { baseId: home } = await requireScope(actor, baseId);
  return db().transaction(async (tx) => {
    await requireScope(actor, home, tx);
    const of = { baseId: home, ids };
    const isGone = action === "reject" || action === "delete";
    const rows = isGone
      ? await removeQas(tx, { ...of, ...(action === "reject" && { state: "proposed" as const }) })
      : await updateQaStates(tx, of, {
          ...CHANGES[action],
          ...(action === "approve" && { authorId: actor.id, updatedAt: new Date() }),
        });
    const changed = rows.length;
    if (changed === 0) return { changed };
    if (isGone && home === null) {
      await removeGrants(
        tx,
        QA_RESOURCE,
        rows.map(({ id }) => id),
      );
    }
    const questions = rows.slice(0, NAMED).map(({ question }) => question);
    await recordAuditEvent(tx, actor, {
      action: "knowledge.qa.batch",
      target: changed === 1 ? qaTarget(rows[0]!) : { type: "knowledgeQa", id: home ?? "center", name: "" },
      after: { baseId: home, change: action, count: changed, questions },
    });
    return { changed };
  });
}
