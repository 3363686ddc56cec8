// `npm run move [-- --database <postgres://…>]`: brings the embedded database into an empty Postgres (--database or
// DATABASE_URL) and, when FILES_S3_ENDPOINT and FILES_S3_BUCKET are set, the files into that store. The product must be
// stopped; the data folder is only read.
import { parseArgs } from "node:util";
import { runCommandLine, sayLost, sayUnread } from "./lib/backup/command.mjs";
import { kindsText } from "./lib/backup/files.mjs";
import { moveToPostgres } from "./lib/backup/move.mjs";
import { countText } from "./lib/backup/progress.mjs";
import { StartError, say, seconds } from "./lib/report.mjs";

const { values } = parseArgs({ options: { database: { type: "string" } } });

await runCommandLine(async ({ settings, signal, progress }) => {
  const to = values.database ?? settings.databaseUrl;
  if (!to) throw new StartError("Name the Postgres: set DATABASE_URL, or npm run move -- --database postgres://…");
  const began = performance.now();
  const result = await moveToPostgres(settings, { to, signal, progress });
  const { rows, tables } = result;
  sayLost(result.lost);
  sayUnread(result.unread);
  say(`Moved and compared: ${countText(rows)} rows in ${tables} tables, ${kindsText(result)} (${seconds(began)} s).`);
  say(
    "Now start the product with DATABASE_URL, AUTH_SECRET and ENCRYPTION_KEY set (the last two as in secrets.json of",
  );
  say(
    `the data folder${process.env.FILES_S3_ENDPOINT ? ", and the same FILES_S3_* variables" : "; the files stay there"}). People sign in again. The old database is untouched: keep it until you are satisfied.`,
  );
  return result;
});
