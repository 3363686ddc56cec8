// `npm run restore -- --from <file.tar> [--passphrase <text>] [--to-database <postgres://…>]`: puts an archive into an
// empty data folder (DATA_DIR) or an empty Postgres (DATABASE_URL). Refuses anything that is not empty.
import path from "node:path";
import { parseArgs } from "node:util";
import { PASSPHRASE_OPTIONS, readPassphrase, runCommandLine, sayLost, sayUnread } from "./lib/backup/command.mjs";
import { kindsText } from "./lib/backup/files.mjs";
import { countText } from "./lib/backup/progress.mjs";
import { restoreArchive } from "./lib/backup/restore.mjs";
import { StartError, say, seconds } from "./lib/report.mjs";

const { values } = parseArgs({
  options: { from: { type: "string" }, "to-database": { type: "string" }, ...PASSPHRASE_OPTIONS },
});

await runCommandLine(async ({ settings, signal, progress }) => {
  if (!values.from) throw new StartError("Name the archive: npm run restore -- --from <file.tar>");
  const began = performance.now();
  const databaseUrl = values["to-database"] ?? settings.databaseUrl;
  const passphrase = await readPassphrase(values);
  const target = { ...settings, databaseUrl };
  const result = await restoreArchive(target, { from: path.resolve(values.from), passphrase, signal, progress });
  sayLost(result.lost);
  sayUnread(result.unread);
  say(
    `Restored and compared: ${countText(result.rows)} rows, ${kindsText(result)} (${seconds(began)} s). People sign in again; start with \`npm start\`.`,
  );
  return result;
});
