import "server-only";
import type { Queryable } from "@/db/client";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import { decrypt, encrypt } from "@/lib/encryption";

/** Key of `system_config`, apart from the settings, which people may read. */
const STORED = "backupPassphrase";
const PURPOSE = "backup.passphrase";

async function readSealed(queryable: Queryable): Promise<string | null> {
  return ((await findConfig(queryable, STORED)) as { sealed?: string | null } | null)?.sealed ?? null;
}

/** Whether backups carry the installation's keys; the passphrase itself is never shown again. */
export async function hasPassphrase(queryable: Queryable): Promise<boolean> {
  return (await readSealed(queryable)) !== null;
}

export async function readPassphrase(queryable: Queryable): Promise<string | null> {
  const sealed = await readSealed(queryable);
  return sealed && decrypt(PURPOSE, sealed);
}

/** Null takes it away. */
export async function savePassphrase(queryable: Queryable, passphrase: string | null): Promise<void> {
  await upsertConfig(queryable, STORED, { sealed: passphrase && encrypt(PURPOSE, passphrase) });
}
