import "server-only";
import type { Transaction } from "@/db/client";
import { insertOperation } from "@/db/queries/system";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { type Deed, recordDeeds } from "@/lib/auth/audit";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { cleanDeed } from "@/lib/auth/clean-deed";
import { loadActing } from "@/lib/auth/session";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";

/** In whose name a run works: a person with the rights they have now, or the channel by its schedule. */
export interface By {
  actor: Actor | null;
  channel: OpenChannel;
  runId: string;
}

/** Throws noPermission when the person lost the code, or came to be nobody. */
export async function byOf(actorId: string | null, isScheduled: boolean, channel: OpenChannel, runId: string) {
  if (!actorId && isScheduled) return { actor: null, channel, runId };
  const actor = actorId && (await loadActing(actorId, { requestId: runId, address: "", userAgent: "" }));
  if (!actor) throw new AppError("noPermission");
  requirePermission(actor, P.CONFIG_SSO);
  return { actor, channel, runId };
}

/** Success rows of the operation log under a person's name, or the channel's. */
export async function recordBy(tx: Transaction, { actor, channel, runId }: By, deeds: readonly Deed[]): Promise<void> {
  if (actor) return recordDeeds(tx, actor, deeds);
  if (deeds.length === 0) return;
  await insertOperation(
    tx,
    deeds.map(({ action, target, before, after }) => ({
      actorId: null,
      actorAccount: channel.nameEn.slice(0, 64),
      action,
      targetType: target.type,
      targetId: target.id,
      targetName: target.name ?? "",
      result: "success" as const,
      before: cleanDeed(before),
      after: cleanDeed(after),
      requestId: runId,
    })),
  );
}
