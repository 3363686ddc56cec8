import "server-only";
import { db, type Queryable } from "@/db/client";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import type { BasicValues } from "@/lib/config/config-kinds";
import { decrypt, encrypt } from "@/lib/encryption";

export type MailSettings = BasicValues["mailConfig"];

/** Kept apart from the configuration, which is read, compared and exported; this never is. */
const ROW = "mailSecret";
const PURPOSE = "mail-password";

/** Whether letters can go out at all. */
export function isMailSet({ host, from }: MailSettings): boolean {
  return host !== "" && from !== "";
}

/** Whether a password given for one may be shown to the other: the same server, reached as safely, the same account. */
export function isSameDestination(a: MailSettings, b: MailSettings): boolean {
  return a.host === b.host && a.port === b.port && a.security === b.security && a.user === b.user;
}

export async function hasMailPassword(queryable: Queryable): Promise<boolean> {
  return (await readCipher(queryable)) !== null;
}

/** The password, for the connection alone. */
export async function mailPassword(): Promise<string | null> {
  const cipher = await readCipher(db());
  return cipher && decrypt(PURPOSE, cipher);
}

/** Stores a password, or forgets it. */
export async function keepMailPassword(queryable: Queryable, password: string | null): Promise<void> {
  await upsertConfig(queryable, ROW, { cipher: password && encrypt(PURPOSE, password) });
}

async function readCipher(queryable: Queryable): Promise<string | null> {
  const row = (await findConfig(queryable, ROW)) as { cipher?: unknown } | null;
  return typeof row?.cipher === "string" ? row.cipher : null;
}
