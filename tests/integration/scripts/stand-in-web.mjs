// Stands in for the web process: connects as the product does, speaks the start script's messages, answers /api/health
// and /headers, tells at /secrets what a child it starts can see and what it was handed itself, and finishes what runs
// before it leaves.
import { execFileSync } from "node:child_process";
import http from "node:http";
import path from "node:path";
import pg from "pg";

const [port, host] = process.argv.slice(2);
const { __secrets: secrets } = globalThis;
const connection = secrets.DATABASE_URL
  ? { connectionString: secrets.DATABASE_URL }
  : { host: secrets.DATABASE_SOCKET, user: "postgres", database: "postgres" };
const pool = new pg.Pool({ ...connection, max: 4, connectionTimeoutMillis: 5000 });
pool.on("error", () => {});
pool.on("connect", (client) => client.on("error", () => {}));

const server = http.createServer(async (request, response) => {
  if (request.url === "/headers") {
    response.end(JSON.stringify(request.headers));
    return;
  }
  if (request.url === "/secrets") {
    const seen = execFileSync(process.execPath, [path.join(import.meta.dirname, "see-environment.mjs")], {
      encoding: "utf8",
    });
    response.end(JSON.stringify({ seen, secrets }));
    return;
  }
  const answered = await pool.query("select 1").then(
    () => true,
    () => false,
  );
  response.end(JSON.stringify({ database: answered }));
});

console.log(`web: pid ${process.pid}`);

async function leave() {
  console.log("web: draining");
  server.close();
  server.closeAllConnections();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const state = await pool.query("select 'still open' as state").then(
    ({ rows }) => rows[0].state,
    () => "gone",
  );
  console.log(`web: database ${state}`);
  await pool.end();
  process.exit(0);
}
process.on("SIGTERM", leave);
process.on("disconnect", leave);

try {
  await pool.query("select 1");
  await new Promise((resolve) => server.listen(Number(port), host, resolve));
  process.send({ type: "ready", firstAdministrator: { account: "admin", password: "printed-once" } });
} catch (error) {
  process.send({ type: "failed", message: `The database cannot be reached (${error.code}).` }, () => process.exit(1));
}
