import "server-only";
import type { Transaction } from "@/db/client";
import { answersAlone, upsertDefault } from "@/db/queries/models/models";
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
  await upsertDefault(tx, { purpose: "chat", modelId: first.id });
  await recordAuditEvent(tx, actor, {
    action: "model.default",
    target: { type: "model", id: first.id, name: first.name },
    after: { purpose: "chat" },
  });
}
