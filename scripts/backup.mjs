// `npm run backup [-- --to <file.tar>] [--passphrase <text>]`: everything an installation holds in one file. Works while
// the product runs. BACKUP_PASSPHRASE and --passphrase-stdin do what --passphrase does without showing it to others
// on the machine.
import path from "node:path";
import { parseArgs } from "node:util";
import { PASSPHRASE_OPTIONS, readPassphrase, runCommandLine, sayLost } from "./lib/backup/command.mjs";
import { createBackup } from "./lib/backup/create.mjs";
import { kindsText } from "./lib/backup/files.mjs";
import { countText, sizeText } from "./lib/backup/progress.mjs";
import { say, seconds } from "./lib/report.mjs";

const { values } = parseArgs({ options: { to: { type: "string" }, ...PASSPHRASE_OPTIONS } });

/** meridian-20270131-235959.tar, in UTC. */
function defaultName() {
  const digits = new Date().toISOString().replace(/\D/g, "");
  return `meridian-${digits.slice(0, 8)}-${digits.slice(8, 14)}.tar`;
}

await runCommandLine(async ({ settings, signal, progress }) => {
  const began = performance.now();
  const to = path.resolve(values.to ?? path.join(settings.dataDir, "backups", defaultName()));
  const passphrase = await readPassphrase(values);
  const result = await createBackup(settings, { to, passphrase, signal, progress });
  const { rows, tables, size } = result;
  sayLost(result.lost);
  say(
    `Backup of ${countText(rows)} rows in ${tables} tables and ${kindsText(result)}: ${to} (${sizeText(size)}, ${seconds(began)} s)`,
  );
  say(`SHA-256 ${result.sha256}`);
  if (!passphrase) {
    say("The keys of the installation are not in it. Keep secrets.json of the data folder (or your ENCRYPTION_KEY)");
    say("somewhere else: without the key nobody can restore this archive.");
  }
  return result;
});
