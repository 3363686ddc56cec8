import "server-only";
import { db, type Queryable, type Transaction } from "@/db/client";
import { anonymizePeople, lockPeople } from "@/db/queries/organisation/people-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { assertPeopleNotStronger } from "@/lib/auth/stronger";
import { AppError } from "@/lib/errors/errors";
import { OWNED_THINGS } from "@/lib/owned/list";
import { P } from "@/lib/permissions/codes";
import type { OwnedDto } from "../dto";
import type { UserDeletion } from "../schema";
import { existing, settleUsers } from "./users";

/** What a person owns that others may need. Private chats and files are not among it. */
export async function readOwned(actor: Actor, id: string): Promise<{ items: OwnedDto[] }> {
  requirePermission(actor, P.ORG_USER);
  await existing(db(), id);
  return { items: await ownedBy(db(), id) };
}

async function ownedBy(queryable: Queryable, id: string): Promise<OwnedDto[]> {
  const items: OwnedDto[] = [];
  for (const thing of OWNED_THINGS) {
    const { count, names } = await thing.list(queryable, id);
    if (count > 0) items.push({ kind: thing.key, count, names });
  }
  return items;
}

/**
 * Gives everything a person owns to another. Neither of them holds more than who does it: a thing acts with the rights of
 * its owner. Throws notFound, administratorTarget, strongerTarget, invalidInput.
 */
export async function transferOwned(actor: Actor, id: string, toId: string): Promise<{ items: OwnedDto[] }> {
  requirePermission(actor, P.ORG_USER);
  const items = await db().transaction(async (tx) => {
    const row = await existing(tx, id);
    await assertPeopleNotStronger(tx, actor, [id]);
    const given = await handOn(tx, actor, id, toId);
    await recordAuditEvent(tx, actor, {
      action: "org.user.transfer",
      target: { type: "user", id, name: row.name },
      after: { toId, owned: given },
    });
    return given;
  });
  settleOwned();
  return { items };
}

async function handOn(tx: Transaction, actor: Actor, from: string, to: string): Promise<OwnedDto[]> {
  const refused = new AppError("invalidInput", { data: { fields: { toId: "invalid" } } });
  if (from === to) throw refused;
  await lockPeople(tx, [from, to]);
  const heir = await existing(tx, to).catch(() => null);
  if (heir?.status !== "enabled") throw refused;
  await assertPeopleNotStronger(tx, actor, [to]);
  const owned = await ownedBy(tx, from);
  for (const thing of OWNED_THINGS) await thing.transfer(tx, from, to);
  return owned;
}

/**
 * A person leaves: who they were is erased, what they did keeps a nameless author. What they own goes to somebody or is
 * let go of, as said. Throws notFound, ownAccount, administratorTarget, strongerTarget, ownsThings, lastAdministrator.
 */
export async function deleteUser(actor: Actor, id: string, how: UserDeletion): Promise<void> {
  requirePermission(actor, P.ORG_USER);
  if (id === actor.id) throw new AppError("ownAccount");
  await db().transaction((tx) => removeUser(tx, actor, id, how));
  settleUsers();
  settleOwned();
}

/** The deletion itself, in the transaction of a caller who settles afterwards. */
export async function removeUser(tx: Transaction, actor: Actor, id: string, how: UserDeletion): Promise<void> {
  await lockPeople(tx, [id]);
  const row = await existing(tx, id);
  await assertPeopleNotStronger(tx, actor, [id]);
  const owned = await ownedBy(tx, id);
  if (how.transferTo) await handOn(tx, actor, id, how.transferTo);
  else if (owned.length > 0 && !how.release) throw new AppError("ownsThings", { data: { owned } });
  else for (const thing of OWNED_THINGS) await thing.release(tx, id);
  await anonymizePeople(tx, [id]);
  await assertAdministratorRemains(tx);
  await recordAuditEvent(tx, actor, {
    action: "org.user.delete",
    // The log of who left names them once, as those who ask for the deletion need its proof.
    target: { type: "user", id, name: row.account },
    before: { owned },
    after: { transferTo: how.transferTo ?? null },
  });
}

/** What changed hands acts on the next call. */
export function settleOwned(): void {
  for (const thing of OWNED_THINGS) thing.settled?.();
}
