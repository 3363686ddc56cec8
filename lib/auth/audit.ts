import "server-only";
import type { Transaction } from "@/db/client";
import { insertOperation } from "@/db/queries/system";
import type { Actor } from "./actor";

export interface Deed {
  /** `area.verb`, the handler's audit name. */
  action: string;
  target: { type: string; id: string; name?: string };
  /** Never a secret: callers pass what a reader of the log may see. */
  before?: unknown;
  after?: unknown;
}

/** The success row of the operation log, in the transaction of the change it tells of. */
export async function recordDeed(tx: Transaction, actor: Actor, deed: Deed): Promise<void> {
  await insertOperation(tx, {
    actorId: actor.id,
    actorAccount: actor.account,
    action: deed.action,
    targetType: deed.target.type,
    targetId: deed.target.id,
    targetName: deed.target.name ?? "",
    result: "success",
    before: deed.before,
    after: deed.after,
    address: actor.request.address,
    userAgent: actor.request.userAgent.slice(0, 400),
    requestId: actor.request.requestId,
  });
}
