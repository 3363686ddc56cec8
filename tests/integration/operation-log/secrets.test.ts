import { desc, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { resetEnv } from "@/lib/config/env";
import { METHODS } from "@/lib/endpoint/openapi";
import type { Handler } from "@/lib/endpoint/route";
import { log, makeLog } from "@/lib/log";
import { call } from "@/tests/factories/call";
import { makePerson } from "@/tests/factories/people";

jest.setTimeout(120_000);

/** Said in every field that is named like a secret; found nowhere afterwards (SECURITY SK-01). */
const CANARY = "Canary-7f3a91c2-Secret";
const SECRET = /passw|secret|apikey|api_key|^key$|token|credential|^text$|^code$/i;
/** Bags of values under names of their own. */
const BAGS = /^(headers|secrets|env)$/;

type Node = {
  type?: string;
  properties?: Record<string, Node>;
  anyOf?: Node[];
  oneOf?: Node[];
  enum?: unknown[];
  const?: unknown;
  items?: Node;
  format?: string;
  minLength?: number;
  minimum?: number;
};

/** A body for a schema, as good as can be made without knowing the call: secrets are canaries. */
function sample(node: Node, name: string, round: number): unknown {
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[round % node.enum.length];
  const choices = (node.anyOf ?? node.oneOf)?.filter(({ type }) => type !== "null");
  if (choices?.length) return sample(choices[round % choices.length] as Node, name, round);
  if (BAGS.test(name)) return { "x-canary": CANARY };
  if (node.properties) {
    return Object.fromEntries(Object.entries(node.properties).map(([key, part]) => [key, sample(part, key, round)]));
  }
  if (node.type === "array") return node.items ? [sample(node.items, name, round)] : [];
  if (node.type === "integer" || node.type === "number") return Math.max(1, node.minimum ?? 1);
  if (node.type === "boolean") return round % 2 === 0;
  if (SECRET.test(name)) return CANARY;
  if (node.format === "uuid") return v7();
  if (/url/i.test(name)) return "https://models.test/v1";
  return `${name} ${v7()}`.slice(0, 40);
}

it("what people enter as a secret stands in no row of the log, no answer, and no line of the process", async () => {
  const person = await makePerson({ roles: ["administrator"] });
  const lines: string[] = [];
  process.env.LOG_LEVEL = "trace";
  resetEnv();
  const shared = globalThis as { __log?: unknown };
  shared.__log = makeLog({ write: (line) => void lines.push(line) });
  const planted: string[] = [];
  const told: string[] = [];
  log().info("this test reads along");
  const startedWith = await db().$count(operationLogs);
  try {
    for (const { path, load } of API_ROUTES) {
      const module = await load();
      for (const method of METHODS) {
        const handler = module[method] as Handler | undefined;
        const schema = handler?.declaration.body;
        // What a person writes for themselves, in chats and memories, is theirs to read again.
        if (!handler || !schema || "apiKey" in handler.declaration.access || "scim" in handler.declaration.access)
          continue;
        if (/chat\/|memory\/|try|run/.test(path)) continue;
        const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Node;
        for (let round = 0; round < 3; round++) {
          const body = JSON.stringify(sample(json, "", round));
          if (!body.includes(CANARY)) continue;
          planted.push(`${method} ${path}`);
          const params = { id: v7(), key: "web-search", type: "customConfig", toolId: v7(), name: "x" };
          const response = await call(handler, { token: person.token, method, params, raw: body });
          if ((await response.text()).includes(CANARY)) told.push(`${method} ${path}`);
        }
      }
    }
  } finally {
    delete process.env.LOG_LEVEL;
    resetEnv();
    delete shared.__log;
  }
  expect(new Set(planted).size).toBeGreaterThan(10);
  expect(told).toEqual([]);
  expect(lines.join()).toContain("reads along");
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  const rows = await db()
    .select()
    .from(operationLogs)
    .where(inArray(operationLogs.actorId, [person.id]))
    .orderBy(desc(operationLogs.id));
  expect(await db().$count(operationLogs)).toBeGreaterThan(startedWith);
  expect(rows.map((row) => JSON.stringify(row)).filter((row) => row.includes(CANARY))).toEqual([]);
});
