import "server-only";
import { db, type Transaction } from "@/db/client";
import type { AppRow } from "@/db/queries/apps/apps";
import { countOtherSecrets, listSecretCiphers, listSecrets, putSecret, removeSecret } from "@/db/queries/apps/secrets";
import { findDraft, findVersion, lockDraft } from "@/db/queries/apps/versions";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { decrypt, encrypt } from "@/lib/encryption";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { SecretDto } from "../runs-dto";
import { APP_SECRETS_MAX, type SecretInput } from "../secrets-schema";
import { readGraph } from "../workflow/check";
import { secretsIn } from "../workflow/secrets";
import { requireFlow, target } from "./apps";

const PURPOSE = "app-secret";

/** What a workflow keeps secret, for whoever may change it; never the values. Throws notFound. */
export async function readSecrets(actor: Actor, appId: string): Promise<{ items: SecretDto[] }> {
  await requireFlow(actor, appId);
  const rows = await listSecrets(db(), appId);
  return { items: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })) };
}

/**
 * Keeps a secret, or another value of one. Where it may be sent is said with the value alone: another editor could have it
 * sent to themselves. Throws notFound, secretLimit.
 */
export async function saveSecret(actor: Actor, appId: string, name: string, { value, address }: SecretInput) {
  const app = await requireFlow(actor, appId);
  const { origin } = new URL(address);
  await db().transaction(async (tx) => {
    // Two at the same moment would both find room.
    orNotFound(await lockDraft(tx, appId));
    if ((await countOtherSecrets(tx, appId, name)) >= APP_SECRETS_MAX)
      throw new AppError("secretLimit", { args: { max: APP_SECRETS_MAX } });
    await putSecret(tx, { appId, name, origin, valueCipher: encrypt(PURPOSE, value) });
    await recordAuditEvent(tx, actor, { action: "app.secret.save", target: target(app), after: { name, origin } });
  });
}

/** Throws notFound, and stillUsed where the draft or the published version names it, unless that was told before. */
export async function deleteSecret(actor: Actor, appId: string, name: string, confirmed: boolean): Promise<void> {
  const app = await requireFlow(actor, appId);
  await db().transaction(async (tx) => {
    if (!(await removeSecret(tx, appId, name))) throw new AppError("notFound");
    if (!confirmed && (await isNamed(tx, app, name)))
      throw new AppError("stillUsed", { args: { count: 1 }, data: { inTheWay: [app.name], count: 1 } });
    await recordAuditEvent(tx, actor, { action: "app.secret.delete", target: target(app), before: { name } });
  });
}

async function isNamed(tx: Transaction, { id, version }: AppRow, name: string): Promise<boolean> {
  const all = [await findDraft(tx, id), version === null ? null : await findVersion(tx, id, version)];
  return all.some((one) => {
    const read = readGraph(one?.settings);
    return "graph" in read && secretsIn(read.graph).some((found) => found.name === name);
  });
}

/** Names of what an app keeps secret. */
export const secretNames = async (appId: string): Promise<Set<string>> =>
  new Set((await listSecrets(db(), appId)).map(({ name }) => name));

/** Secrets of an app for one call, with where each may be sent; those that are not there are left out. */
export async function openSecrets(appId: string, names: readonly string[]) {
  if (names.length === 0) return [];
  const rows = await listSecretCiphers(db(), appId, names);
  return rows.map(({ name, origin, valueCipher }) => ({ name, origin, value: decrypt(PURPOSE, valueCipher) }));
}
