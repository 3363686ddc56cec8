import "server-only";
import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { findConfig, upsertConfig } from "@/db/queries/config/system-config";
import {
  hasAdministrator,
  removeUnknownMenus,
  seedMenus,
  seedPerson,
  seedRoles,
  seedRootDepartment,
} from "@/db/seed/foundation";
import { seedAreaTools } from "@/lib/areas/seed";
import { normalizeAccount } from "@/lib/auth/account";
import { hashPassword } from "@/lib/auth/password";
import { env } from "@/lib/config/env";
import { decrypt, encrypt } from "@/lib/encryption";
import { seedModels } from "@/lib/models/seed";
import { menuKeys, menuSeeds } from "@/lib/permissions/seed-menus";
import { SEED_ROLES } from "@/lib/permissions/seed-roles";
import { seedPrompts } from "@/lib/prompts/seed";

const SEED_LOCK = 7_205_759_404;
const KEY_CHECK = "keyCheck";

export interface FirstAdministrator {
  account: string;
  /** Null when ADMIN_PASSWORD set it. */
  password: string | null;
}

/** Puts in place what every installation needs; safe to run at every start and by several processes at once. */
export async function seed(): Promise<FirstAdministrator | undefined> {
  const menuTree = await menuSeeds();
  return db().transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    await checkKey(tx);
    await seedRoles(tx, SEED_ROLES);
    const root = await seedRootDepartment(tx, "总部");
    await seedMenus(tx, menuTree);
    await removeUnknownMenus(tx, menuKeys(menuTree));
    await seedModels(tx);
    await seedPrompts(tx);
    const first = await seedAdministrator(tx, root);
    await seedAreaTools(tx);
    return first;
  });
}

/** Another ENCRYPTION_KEY than the one the secrets were written with would destroy them one by one (ARCHITECTURE 9). */
async function checkKey(tx: Transaction): Promise<void> {
  const stored = (await findConfig(tx, KEY_CHECK)) as { sealed?: string } | null;
  if (!stored?.sealed) return upsertConfig(tx, KEY_CHECK, { sealed: encrypt(KEY_CHECK, "fits") });
  try {
    decrypt(KEY_CHECK, stored.sealed);
  } catch {
    throw new Error("ENCRYPTION_KEY is not the one this database was set up with.");
  }
}

async function seedAdministrator(tx: Transaction, departmentId: string): Promise<FirstAdministrator | undefined> {
  if (await hasAdministrator(tx)) return undefined;
  const { ADMIN_USERNAME, ADMIN_PASSWORD } = env();
  const account = normalizeAccount(ADMIN_USERNAME);
  const password = ADMIN_PASSWORD ?? generatePassword();
  await seedPerson(tx, {
    account,
    name: account,
    passwordHash: await hashPassword(password.trim()),
    // spec 10: a password given by variable is not asked to be changed.
    mustChangePassword: !ADMIN_PASSWORD,
    departmentId,
    roleKeys: ["administrator"],
  });
  return { account, password: ADMIN_PASSWORD ? null : password };
}

/** Sixteen characters without look-alikes, every kind the password rules ask for among them. */
export function generatePassword(): string {
  const kinds = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789"];
  const pick = (set: string) => set[randomInt(set.length)] ?? "";
  const symbols = [...kinds.map(pick), ...Array.from({ length: 13 }, () => pick(kinds.join("")))];
  for (let index = symbols.length - 1; index > 0; index--) {
    const other = randomInt(index + 1);
    [symbols[index], symbols[other]] = [symbols[other] ?? "", symbols[index] ?? ""];
  }
  return symbols.join("");
}
