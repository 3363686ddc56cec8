import { TestEnvironment } from "jest-environment-node";
import pg from "pg";

/**
 * Node with the worker's own database, and a last act of each file that runs after every hook of the file itself. A file
 * begins with the settings of a new installation, whichever file its worker ran before: a limit that one of them raised,
 * or a budget of everybody's department, is not another one's.
 */
export default class IntegrationEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const workers = JSON.parse(process.env.INTEGRATION_WORKERS);
    const worker = workers[Number(process.env.JEST_WORKER_ID) - 1];
    Object.assign(this.global.process.env, worker);
    delete this.global.process.env.INTEGRATION_WORKERS;
    await clearSettings(worker);
  }

  async handleTestEvent(event) {
    if (event.name === "run_finish") await this.global.__settleFile?.();
  }
}

/** What the console sets (`CONFIG_SCHEMAS`); the other rows are marks of the installation itself. */
async function clearSettings({ DATABASE_URL, DATABASE_SOCKET }) {
  const embedded = { host: DATABASE_SOCKET, user: "postgres", database: "postgres" };
  const client = new pg.Client(DATABASE_URL ? { connectionString: DATABASE_URL } : embedded);
  await client.connect();
  try {
    await client.query("delete from system_config where type like '%Config'; delete from budgets");
  } finally {
    await client.end();
  }
}
