import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "./report.mjs";

/** What Postgres cannot be without, whatever its version. */
const VITAL = ["PG_VERSION", "global/pg_control"];
const MOST_NAMED = 3;

const entriesOf = (folder) => readdir(folder).catch(() => []);

/** `whole`: looks like a database; `absent`: nothing is there; `partial`: parts of one are missing. */
export async function stateOfDatabase(dataDir) {
  const folder = path.join(dataDir, "pg");
  if ((await entriesOf(folder)).length === 0) return "absent";
  return VITAL.every((name) => existsSync(path.join(folder, name))) ? "whole" : "partial";
}

/** What in a data folder shows that there was an installation, in words; empty for a new one. */
async function tracesOf(dataDir) {
  const hasFiles = (await entriesOf(path.join(dataDir, "files"))).some((name) => !name.startsWith("."));
  const backups = await listBackups(dataDir);
  return [
    existsSync(path.join(dataDir, "secrets.json")) && "secrets.json (its keys)",
    hasFiles && "files/ (what people uploaded)",
    backups.length > 0 && `backups/ (${backups.length} archives)`,
  ].filter(Boolean);
}

/**
 * Before a start on the embedded database: a folder whose database is gone is not a new installation, and nothing is put
 * over the remains of one. Throws a StartError that says what is there and how to go on.
 */
export async function checkInstallation(dataDir) {
  const state = await stateOfDatabase(dataDir);
  if (state === "partial") throw await damagedDatabase(dataDir, "parts of it are missing");
  const traces = state === "absent" ? await tracesOf(dataDir) : [];
  if (traces.length > 0) throw await lostDatabase(dataDir, traces);
}

async function lostDatabase(dataDir, traces) {
  return new StartError(
    [
      `The data folder ${dataDir} holds ${listed(traces)}, but its database (pg/) is missing.`,
      "It was not started as a new, empty installation. Nothing was changed.",
      "- If pg/ was moved or its disk is not mounted, put it back and start again.",
      "- If this installation uses a Postgres, set DATABASE_URL.",
      ...(await restoreWords(dataDir)),
      "- For a new installation choose another, empty DATA_DIR.",
    ].join("\n"),
  );
}

/** `why`: one line, without a full stop. */
export async function damagedDatabase(dataDir, why) {
  const folder = path.join(dataDir, "pg");
  return new StartError(
    [
      `The database in ${folder} is damaged and cannot be opened (${why}). Nothing was changed.`,
      `To restore a backup, first move the damaged one away, and keep it: mv ${folder} ${folder}.damaged`,
      ...(await restoreWords(dataDir)),
    ].join("\n"),
  );
}

async function restoreWords(dataDir) {
  const backups = await listBackups(dataDir);
  if (backups.length === 0) {
    return [
      "- Restore a backup: npm run restore -- --from <file.tar>  (with this DATA_DIR; keys and files in it stay).",
      `  There are no archives in ${path.join(dataDir, "backups")}; look where you keep copies of them.`,
    ];
  }
  const [latest] = backups;
  const others = backups.slice(1, MOST_NAMED).map(({ name }) => name);
  const more = backups.length > MOST_NAMED ? ` and ${backups.length - MOST_NAMED} more` : "";
  return [
    `- Restore the latest backup, of ${latest.at.toISOString().slice(0, 16).replace("T", " ")} UTC (with this DATA_DIR; keys and files in it stay):`,
    `  npm run restore -- --from ${latest.file}`,
    ...(others.length > 0 ? [`  Older ones beside it: ${others.join(", ")}${more}`] : []),
  ];
}

/** Archives in the data folder, the latest first. */
async function listBackups(dataDir) {
  const folder = path.join(dataDir, "backups");
  const names = (await entriesOf(folder)).filter((name) => name.endsWith(".tar"));
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { name, file, at: (await stat(file)).mtime };
    }),
  );
  return found.sort((a, b) => b.at - a.at || b.name.localeCompare(a.name));
}

const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0]);
