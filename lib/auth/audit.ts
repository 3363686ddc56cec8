import "server-only";
import type { Transaction } from "@/db/client";
import { insertOperation } from "@/db/queries/system";
import { storable } from "@/lib/text/storable";
import type { Actor } from "./actor";
import { cleanDeed } from "./clean-deed";

export interface Deed {
  /** `area.verb`, the handler's audit name. */
  action: string;
  target: { type: string; id: string; name?: string };
  /** Never a secret: callers pass what a reader of the log may see. */
  before?: unknown;
  after?: unknown;
}

/** Who did something, and from where; a task keeps it of the person who began it. */
export type DeedActor = Pick<Actor, "account" | "request"> & { id: string | null };

/** The success row of the operation log, in the transaction of the change it tells of. */
export function recordDeed(tx: Transaction, actor: DeedActor, deed: Deed): Promise<void> {
  return recordDeeds(tx, actor, [deed]);
}

/** Success rows of a change that concerns many, in one statement. */
export async function recordDeeds(tx: Transaction, actor: DeedActor, deeds: readonly Deed[]): Promise<void> {
  if (deeds.length === 0) return;
  await insertOperation(
    tx,
    deeds.map((deed) => ({
      actorId: actor.id,
      actorAccount: actor.account,
      action: deed.action,
      targetType: deed.target.type,
      targetId: storable(deed.target.id),
      targetName: storable(deed.target.name ?? ""),
      result: "success" as const,
      before: cleanDeed(deed.before),
      after: cleanDeed(deed.after),
      address: actor.request.address,
      userAgent: actor.request.userAgent.slice(0, 400),
      requestId: actor.request.requestId,
    })),
  );
}
