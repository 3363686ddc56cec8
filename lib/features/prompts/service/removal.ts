import "server-only";
import type { Transaction } from "@/db/client";
import { type PromptRecord, updatePrompt } from "@/db/queries/prompts/prompts";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { target } from "./texts";

/** Deletes a prompt (soft). Who may is settled before. */
export async function discard(tx: Transaction, actor: Actor, { id, name }: PromptRecord): Promise<void> {
  await updatePrompt(tx, id, { deletedAt: new Date() });
  await recordAuditEvent(tx, actor, { action: "prompt.delete", target: target(id, name) });
}

/** Takes a deleted prompt back. Who may is settled before. */
export async function takeBack(tx: Transaction, actor: Actor, { id, name }: PromptRecord): Promise<void> {
  await updatePrompt(tx, id, { deletedAt: null });
  await recordAuditEvent(tx, actor, { action: "prompt.restore", target: target(id, name) });
}
