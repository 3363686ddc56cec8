// `npm run bench:gateway`: the Open API beside the supplier itself, a bare Next route and, where its folder is given, the
// npm package @portkey-ai/gateway. Authentication, limits and metering are on.
//   npm run bench:gateway [-- --quick] [--engine postgres|pglite] [--gateway <folder with node_modules>] [--port 8787]
import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import { projectNode } from "../../scripts/lib/root.mjs";
import { answers, arg, bareNext, fixed, load, mockSupplier, PORTS, product, start, withCleanup, work } from "./lib.mjs";

const quick = process.argv.includes("--quick");
const engine = arg("engine", "postgres");
const MODELS = { paced: "mock-f50-r30-n60", flood: "mock-f0-r0-n2000", whole: "mock-f0-r0-n60" };

/** A key with limits of every kind, high enough never to refuse, and models of every pace. */
async function prepare(_address, pool) {
  const secret = `sk-${randomBytes(32).toString("base64url")}`;
  const secretHash = createHash("sha256").update(secret).digest("hex");
  await pool.query(
    `insert into api_keys (id, user_id, name, secret_hash, hint, requests_per_minute, tokens_per_minute, daily_token_limit)
     select gen_random_uuid(), id, 'bench', $1, '', 1000000, 2000000000, 2000000000 from users where account = 'admin'`,
    [secretHash],
  );
  for (const name of Object.values(MODELS).slice(1)) {
    await pool.query(
      `with m as (insert into models (id, name, type) values (gen_random_uuid(), $1, 'chat') returning id)
       insert into channels (id, model_id, supplier_id, upstream_model)
       select gen_random_uuid(), m.id, s.id, $1 from m, suppliers s where s.template <> 'builtin'`,
      [name],
    );
  }
  return secret;
}

async function otherGateway() {
  const folder = arg("gateway");
  if (!folder) return [];
  const server = path.join(path.resolve(folder), "node_modules/@portkey-ai/gateway/build/start-server.js");
  const child = start(projectNode, [server, `--port=${PORTS.other}`, "--headless"]);
  await answers(`http://127.0.0.1:${PORTS.other}/`);
  const headers = {
    authorization: "Bearer x",
    "x-portkey-provider": "openai",
    "x-portkey-custom-host": `http://127.0.0.1:${PORTS.mock}/v1`,
  };
  const url = `http://127.0.0.1:${PORTS.other}/v1/chat/completions`;
  return [{ name: "other", url, pid: child.pid, shape: "openai", headers }];
}

async function main() {
  const direct = await mockSupplier();
  const bare = await bareNext();
  const { prepared: secret, ...ours } = await product(engine, MODELS.paced, prepare);
  const headers = { authorization: `Bearer ${secret}` };
  const relay = { name: "ours", url: `${ours.url}/api/v1/chat/completions`, pid: ours.pid, shape: "openai", headers };
  const targets = [direct, bare, relay, ...(await otherGateway())];
  const rounds = quick ? 3 : 5;
  const paced = (concurrency, requests) => ({
    name: `c${concurrency}`,
    concurrency,
    requests,
    model: MODELS.paced,
    rounds,
  });
  const scenarios = [
    paced(1, 4),
    paced(32, 64),
    paced(200, quick ? 200 : 400),
    { ...paced(500, 500), rounds: 1 },
    { name: "flood", concurrency: 8, requests: quick ? 24 : 48, model: MODELS.flood, rounds },
    { name: "whole", concurrency: 32, requests: quick ? 640 : 1600, model: MODELS.whole, stream: false, rounds },
  ];
  summary(await load(targets, scenarios, arg("out", path.join(work, "result.json"))));
}

function summary(result) {
  const row = (name, goal, value, others) => console.log(`| ${name} | ${goal} | ${value} | ${others} |`);
  console.log(
    `\n## The relay against its goals (${engine})\n\n| figure | goal | ours | bare; other gateway |\n|---|---|--:|---|`,
  );
  for (const streams of [1, 32, 200]) {
    const { ours, bare, other } = result[`c${streams}`].targets;
    const others = `${fixed(bare.ttft50, 1)} ms; ${fixed(other?.ttft50, 1)} ms`;
    const value = `${fixed(ours.ttft50 / bare.ttft50)} (${fixed(ours.ttft50, 1)} ms)`;
    row(`first token / bare, ${streams} streams`, "<= 1.3, below the other", value, others);
  }
  const { ours, bare, other } = result.c200.targets;
  row(
    "total / direct, 200 streams",
    "<= 1.06",
    fixed(ours.relTot50, 3),
    `${fixed(bare.relTot50, 3)}; ${fixed(other?.relTot50, 3)}`,
  );
  const flood = result.flood.targets;
  const events = (target) => (target ? fixed(target.chunksPerS, 0) : "-");
  row(
    "flood, events/s against bare",
    ">= 0.5, twice the other",
    `${fixed(flood.ours.chunksPerS / flood.bare.chunksPerS)} (${events(flood.ours)})`,
    `${events(flood.bare)}; ${events(flood.other)}`,
  );
  const whole = result.whole.targets;
  row(
    "whole answers, rate against bare",
    ">= 0.7",
    `${fixed(whole.ours.reqPerS / whole.bare.reqPerS)} (${fixed(whole.ours.reqPerS, 0)}/s)`,
    `${fixed(whole.bare.reqPerS, 0)}/s; ${fixed(whole.other?.reqPerS, 0)}/s`,
  );
  const many = result.c500.targets;
  row("500 streams, failed", "0", String(many.ours.bad), `${many.bare.bad}; ${many.other?.bad ?? "-"}`);
}

await withCleanup(main);
