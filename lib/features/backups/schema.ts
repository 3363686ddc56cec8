import { z } from "zod";
import { BACKUPS_KEEP_MAX, PASSPHRASE_MAX, PASSPHRASE_MIN } from "@/lib/config/constants";
import { revised } from "@/lib/editing/schema";
import { identifier } from "@/lib/text/line";

const hour = z.number({ error: "number" }).int("number").min(0, "range").max(23, "range");
const keep = z.number({ error: "number" }).int("number").min(1, "range").max(BACKUPS_KEEP_MAX, { error: "range" });
const passphrase = identifier(2 * PASSPHRASE_MAX)
  .refine((text) => [...text].length >= PASSPHRASE_MIN, "passphraseShort")
  .refine((text) => [...text].length <= PASSPHRASE_MAX, "tooLong");

/** Null takes the passphrase away; left out it stays. */
export const backupSettings = z.object({
  enabled: z.boolean(),
  hour,
  keep,
  passphrase: passphrase.nullable().optional(),
  ...revised,
});
export type BackupSettings = z.infer<typeof backupSettings>;

/** What the form holds: an empty passphrase stays as it is, `remove` takes it away. */
export const backupForm = z.object({
  enabled: z.boolean(),
  hour: identifier(10),
  keep,
  passphrase: z.union([z.literal(""), passphrase], { error: "passphraseShort" }),
  remove: z.boolean(),
});
