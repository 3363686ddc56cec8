import { TestEnvironment } from "jest-environment-node";
import pg from "pg";

/**
 * Node with the worker's own database, and a last act of each file that runs after every hook of the file itself. A file
 * begins with what concerns everybody as in a new installation, whichever file its worker ran before: a limit that one of
 * them raised, a base that everybody may read, or a task that nobody ended, is not another one's.
 */
export default class IntegrationEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const workers = JSON.parse(process.env.INTEGRATION_WORKERS);
    const worker = workers[Number(process.env.JEST_WORKER_ID) - 1];
    Object.assign(this.global.process.env, worker);
    delete this.global.process.env.INTEGRATION_WORKERS;
    await forgetEarlierFiles(worker);
  }

  async handleTestEvent(event) {
    if (event.name === "run_finish") await this.global.__settleFile?.();
  }
}

const FORGET = [
  // What the console sets (`CONFIG_SCHEMAS`); the other rows are marks of the installation itself.
  "delete from system_config where type like '%Config' or type = 'webIndex'",
  "delete from budgets",
  // Whoever asks all bases would be answered from another file's.
  "delete from knowledge_qas where base_id is null",
  // Every answer is held against them, and the Open API's are written anew.
  "delete from review_rules",
  // What an app uses is not switched off without a word.
  "update apps set visibility = 'self', deleted_at = coalesce(deleted_at, now())",
  // Everybody may search in them.
  "delete from search_providers",
  "update search_sources set deleted_at = now() where owner_id is null and deleted_at is null",
  "update knowledge_bases set visibility = 'self' where visibility <> 'self'",
  // The workers of this file's jobs would take them up first.
  "update tasks set status = 'cancelled', finished_at = now() where status in ('waiting', 'running')",
];

async function forgetEarlierFiles({ DATABASE_URL, DATABASE_SOCKET }) {
  const embedded = { host: DATABASE_SOCKET, user: "postgres", database: "postgres" };
  const client = new pg.Client(DATABASE_URL ? { connectionString: DATABASE_URL } : embedded);
  await client.connect();
  try {
    await client.query(FORGET.join("; "));
  } finally {
    await client.end();
  }
}
