import "server-only";
import type { z } from "zod";
import type { Queryable, Transaction } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";

export interface SettingsItem {
  /** Means the same thing in another installation: a name, a code. */
  key: string;
}

/** Why an item cannot be taken: a key of `configuration.file.refused`. */
export type RefusalReason =
  | "secretsAtStake"
  | "missingSupplier"
  | "unknownCode"
  | "missingParent"
  | "addressRefused"
  | "roleNameTaken";

/** What is known when an item is judged. */
export interface PlanContext<I> {
  current: ReadonlyMap<string, I>;
  /** Whether secrets are stored here for the item of this key. */
  hasSecrets(key: string): boolean;
  /** Whether another section has, or will have, an item of this key. */
  has(section: string, key: string): boolean;
}

/** An area's part of the settings file. Each brings in what it reads; nothing secret is among it. */
export interface SettingsSection<I extends SettingsItem = SettingsItem> {
  name: string;
  item: z.ZodType<I>;
  read(db: Queryable): Promise<I[]>;
  /** Names of secrets that exist here and stay here. */
  secrets(db: Queryable): Promise<string[]>;
  refusal(item: I, context: PlanContext<I>): RefusalReason | null | Promise<RefusalReason | null>;
  write(tx: Transaction, actor: Actor, item: I, before: I | undefined): Promise<void>;
  /** After the transaction: what this process remembers. */
  invalidate(): void;
}

/** Keeps the item's own type inside and gives the list one type outside. */
export function defineSection<I extends SettingsItem>(section: SettingsSection<I>): SettingsSection {
  return section as unknown as SettingsSection;
}
