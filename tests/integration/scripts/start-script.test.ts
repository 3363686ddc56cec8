/** @runs first, once: starts embedded databases of its own. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import net from "node:net";
import { freePort, isAlive, makeDataDir, Product, until } from "./product";

const products: Product[] = [];

async function start(settings: Parameters<typeof Product.start>[0] = {}): Promise<Product> {
  const product = await Product.start(settings);
  products.push(product);
  return product;
}

jest.setTimeout(60_000);

afterEach(async () => {
  for (const product of products.splice(0)) await product.remove();
});

const lines = (text: string) => text.trim().split("\n");

test("prints the address and the first administrator only after the web process is ready", async () => {
  const product = await (await start({ dataDir: await makeDataDir() })).untilReady();
  expect(await product.get("/api/health")).toEqual({ database: true });
  const printed = lines(product.output);
  const ready = printed.findIndex((line) => line.endsWith(`http://127.0.0.1:${product.port}`));
  expect(printed.slice(ready + 1)).toEqual(["Administrator: admin", "Password (shown only this once): printed-once"]);
});

test("SIGTERM drains the web process while the database is open, then ends with code 0 and frees everything", async () => {
  const product = await (await start()).untilReady();
  const { webPid } = product;
  const databasePid = await product.databasePid();
  product.child.kill("SIGTERM");
  product.child.kill("SIGINT"); // Ctrl-C arrives twice: from the terminal and from npm
  expect(await product.ended).toBe(0);
  expect(lines(product.output).slice(-2)).toEqual(["web: draining", "web: database still open"]);
  expect(product.errors).toBe("");
  expect([webPid, databasePid ?? 0].filter(isAlive)).toEqual([]);
  expect(await product.lockedBy()).toBeNull();
});

test("a second start on the same folder finds its secrets and answers", async () => {
  const first = await (await start()).untilReady();
  first.child.kill("SIGTERM");
  await first.ended;
  const second = await (await start({ dataDir: first.dataDir, port: first.port })).untilReady();
  expect(await second.get("/api/health")).toEqual({ database: true });
});

test("killed with -9 it leaves no process and no lock, and the folder can be used again", async () => {
  const product = await (await start()).untilReady();
  const { webPid } = product;
  const databasePid = (await product.databasePid()) ?? 0;
  expect([webPid, databasePid].every(isAlive)).toBe(true);
  product.child.kill("SIGKILL");
  await until("its processes to leave", () => !isAlive(webPid) && !isAlive(databasePid));
  await until(
    "both locks to be free",
    async () => ((await product.lockedBy()) ?? (await product.databasePid())) === null,
  );
  await (await start({ dataDir: product.dataDir })).untilReady();
});

test("a start right after kill -9 waits until the old database has left the folder", async () => {
  const product = await (await start()).untilReady();
  const old = (await product.databasePid()) ?? 0;
  product.child.kill("SIGKILL");
  const next = await (await start({ dataDir: product.dataDir })).untilReady();
  expect(isAlive(old)).toBe(false);
  expect(await next.get("/api/health")).toEqual({ database: true });
});

test("ends when the npm that started it is killed with -9", async () => {
  const script = `${process.cwd()}/tests/integration/scripts/stand-in-start.mjs`;
  const parent = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(script)}], { stdio: "inherit" })`;
  const product = await start({ command: [process.execPath, "-e", parent], env: { npm_lifecycle_event: "start" } });
  await product.untilReady();
  const script_ = (await product.lockedBy()) ?? 0;
  expect(script_).not.toBe(product.child.pid);
  product.child.kill("SIGKILL");
  await until("everything to leave", async () => !isAlive(script_) && (await product.databasePid()) === null);
  expect(await product.lockedBy()).toBeNull();
});

describe("secrets are in no environment, so that no child can read them", () => {
  const given = {
    AUTH_SECRET: "auth-canary-0123456789-0123456789-0123",
    ENCRYPTION_KEY: "encryption-canary-0123456789-0123456789",
    ADMIN_PASSWORD: "admin-canary",
    OPENAI_API_KEY: "openai-canary",
    FILES_S3_SECRET_KEY: "s3-canary",
    JWT_LOGIN_KEY: "jwt-canary",
    METRICS_TOKEN: "metrics-canary",
  };

  test("neither the web process' nor the start script's, and the web process has them", async () => {
    const product = await (await start({ env: given })).untilReady();
    const { seen, secrets } = (await product.get("/secrets")) as { seen: string; secrets: object };
    expect(secrets).toMatchObject(given);
    for (const pid of [product.webPid, product.child.pid]) expect(seen).toContain(`${pid} `);
    expect(seen).toContain(`PORT=${product.port}`);
    expect(seen).not.toMatch(/canary|meridian-db-/);
    const database = readFileSync(`/proc/${await product.databasePid()}/environ`, "utf8");
    expect(database).not.toContain("canary");
  });

  test("nor those that were generated, nor in a container, where nothing hands them over", async () => {
    const product = await (await start()).untilReady();
    const { seen, secrets } = (await product.get("/secrets")) as { seen: string; secrets: Record<string, string> };
    for (const name of ["AUTH_SECRET", "ENCRYPTION_KEY", "DATABASE_SOCKET"]) {
      expect(secrets[name]).toBeTruthy();
      expect(seen).not.toContain(secrets[name]);
    }
    const args = ["--import", "./scripts/preload.mjs", "tests/integration/scripts/stand-in-web.mjs"];
    const port = await freePort();
    const { PATH = "" } = process.env;
    const env = { PATH, ...given, DATABASE_SOCKET: secrets.DATABASE_SOCKET };
    const web = spawn(process.execPath, [...args, String(port), "127.0.0.1"], {
      env: env as unknown as NodeJS.ProcessEnv,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    try {
      await new Promise((resolve) => web.once("message", resolve));
      const answer = await fetch(`http://127.0.0.1:${port}/secrets`);
      const told = (await answer.json()) as { seen: string; secrets: object };
      expect(told.secrets).toMatchObject(given);
      expect(told.seen).toContain(`${web.pid} PATH=`);
      expect(told.seen).not.toContain("canary");
    } finally {
      web.kill("SIGKILL");
    }
  });
});

test("starts the database again when it is killed, and the web process finds it", async () => {
  const product = await (await start()).untilReady();
  process.kill((await product.databasePid()) ?? 0, "SIGKILL");
  await until("the database to answer again", async () => (await product.get("/api/health")).database);
  expect(product.output).toContain("The embedded database ended (SIGKILL); starting it again");
});

test("gives up with one line when the database dies five times within a minute", async () => {
  const product = await (await start()).untilReady();
  let killed = 0;
  for (let death = 0; death < 5; death++) {
    killed = await until("another database process", async () => {
      const pid = await product.databasePid();
      return pid === killed ? null : pid;
    });
    process.kill(killed, "SIGKILL");
  }
  expect(await product.ended).toBe(1);
  expect(product.errors).toMatch(/^The embedded database ended 5 times within a minute \(SIGKILL.*\); giving up\.\n$/);
});

describe("stops with one clear line and code 1", () => {
  async function expectRefusal(product: Product, line: string): Promise<void> {
    expect(await product.ended).toBe(1);
    expect(product.errors).toBe(`${line}\n`);
  }

  test("when the port is in use", async () => {
    const server = net.createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as net.AddressInfo).port));
    });
    const line = `Port ${port} is already in use. Stop the other program or set PORT to another number.`;
    await expectRefusal(await start({ port }), line);
    server.close();
  });

  test("when another start holds the data folder, naming it", async () => {
    const first = await (await start()).untilReady();
    const line = `The data folder ${first.dataDir} is in use by the process ${first.child.pid}.`;
    await expectRefusal(await start({ dataDir: first.dataDir }), line);
    expect(await first.get("/api/health")).toEqual({ database: true });
  });

  test("when a variable is wrong, without showing its value", async () => {
    const product = await start({ env: { WORKER: "secret-value", TIME_ZONE: "Nowhere/Land" } });
    expect(await product.ended).toBe(1);
    expect(lines(product.errors)).toHaveLength(1);
    expect(product.errors).toMatch(/WORKER.*TIME_ZONE/);
    expect(product.errors).not.toMatch(/secret-value|Nowhere/);
  });

  test("when a secret is too short", async () => {
    const product = await start({ env: { AUTH_SECRET: "short" } });
    await expectRefusal(product, "Wrong environment: AUTH_SECRET must have at least 32 characters");
  });

  test("when DATABASE_URL comes without the secrets all processes must share", async () => {
    const product = await start({ env: { DATABASE_URL: "postgres://127.0.0.1:1/none", AUTH_SECRET: "a".repeat(32) } });
    const line = "With DATABASE_URL you must also set ENCRYPTION_KEY (at least 32 random characters each).";
    await expectRefusal(product, line);
  });

  test("when the database of DATABASE_URL cannot be reached", async () => {
    const secrets = { AUTH_SECRET: "a".repeat(32), ENCRYPTION_KEY: "b".repeat(32) };
    const product = await start({ env: { DATABASE_URL: "postgres://127.0.0.1:1/none", ...secrets } });
    await expectRefusal(product, "The database cannot be reached (ECONNREFUSED).");
  });
});
