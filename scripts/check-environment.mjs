// Run by the start script on the project's Node, which reads TypeScript: prints the validated settings it needs as
// JSON, and what the optional `.env` file adds to the environment. A wrong value: one line on stderr and exit code 1.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv as parseFile } from "node:util";
import { parseEnv } from "../lib/config/env.ts";
import { root } from "./lib/root.mjs";

function fromFile() {
  try {
    return parseFile(readFileSync(path.join(root, ".env"), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw new Error(`The file .env cannot be read (${error.code})`);
  }
}

try {
  const added = Object.fromEntries(Object.entries(fromFile()).filter(([name]) => process.env[name] === undefined));
  const env = parseEnv({ ...added, ...process.env, NODE_ENV: undefined, DATABASE_SOCKET: undefined });
  const { PORT, HOST, DATA_DIR, DATABASE_URL, AUTH_SECRET, ENCRYPTION_KEY, PUBLIC_URL, ADMIN_USERNAME } = env;
  process.stdout.write(
    JSON.stringify({
      added,
      settings: {
        port: PORT,
        host: HOST,
        dataDir: path.resolve(root, DATA_DIR),
        databaseUrl: DATABASE_URL,
        authSecret: AUTH_SECRET,
        encryptionKey: ENCRYPTION_KEY,
        publicUrl: PUBLIC_URL,
        adminUsername: ADMIN_USERNAME,
      },
    }),
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
