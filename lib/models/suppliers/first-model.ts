import "server-only";
import type { Transaction } from "@/db/client";
import { answersAlone, findStandIn, upsertDefault } from "@/db/queries/models/models";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { type ModelType, servesPurpose } from "@/lib/config/model-kinds";

/**
 * The first model that can chat answers from then on, instead of the built-in one, which only quotes. Later ones change
 * nothing: what an administrator chose stays.
 */
export async function chooseFirstModel(
  tx: Transaction,
  actor: Actor,
  added: readonly { id: string; name: string; type: ModelType; abilities: readonly string[] }[],
): Promise<void> {
  const first = added.find((model) => servesPurpose(model, "chat"));
  const ids = added.map(({ id }) => id);
  if (!first || !(await answersAlone(tx, ids))) return;
  await answerWith(tx, actor, first);
}

/**
 * Once checks have told which of the models that were connected together work: a first one that fails gives way to one that
 * answers. A default that has answered before stays, whatever befalls it.
 */
export async function settleFirstModel(tx: Transaction, actor: Actor): Promise<void> {
  const other = await findStandIn(tx);
  if (other) await answerWith(tx, actor, other);
}

async function answerWith(tx: Transaction, actor: Actor, { id, name }: { id: string; name: string }): Promise<void> {
  await upsertDefault(tx, { purpose: "chat", modelId: id });
  await recordAuditEvent(tx, actor, {
    action: "model.default",
    target: { type: "model", id, name },
    after: { purpose: "chat" },
  });
}
