import { v7 } from "uuid";
import type { z } from "zod";
import { closeDatabase } from "@/db/client";
import { makeApiKey } from "@/tests/factories/api-keys";
import { call } from "@/tests/factories/call";
import { type DeclaredCall, everyCall } from "@/tests/factories/every-call";
import { HOSTILE, isUnstorable, leavesOf, samplesOf } from "@/tests/factories/hostile-text";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";
import { makePushingChannel } from "@/tests/factories/scim";

// It asks every call; the default of 5 s is for a busy machine too short.
jest.setTimeout(60_000);

let doors: DeclaredCall[];
beforeAll(async () => {
  doors = Object.values(await everyCall()).flat();
});
afterAll(closeDatabase);

const hostile = Object.entries(HOSTILE);
/** The first end the session that the remaining calls need; the last starts a job, and no queue is open here. */
const SKIPPED = /logout|user\/sessions$|change-password|POST .*operation-log\/verification/;
/** Fields whose parts are looked at later, or never stored as they come. */
const FREE: [field: RegExp, why: string][] = [
  [/^POST \/api\/v1\/(chat\/completions|messages) body (?!model$)/, "goes to the supplier byte for byte"],
  [/^POST \/api\/admin\/config\/settings\/\w+ body file$/, "each section has a schema of its own"],
  [/^\w+ \/api\/scim\/v2\/.* body \(value\)$/, "read as a person or a group by a schema (below)"],
  [/^POST \/api\/admin\/tools\/run body arguments\.\(value\)$/, "cleaned as a whole"],
];
/** What handlers read of an address without declaring it. */
const UNDECLARED =
  "filter attributes excludedAttributes startIndex code state error RelayState SAMLResponse authCode jwt".split(" ");

/** Asks one door as one who may enter it; tells what went wrong. */
async function asker() {
  const person = await makePerson({ roles: ["administrator"] });
  const { secret } = await makeApiKey(person);
  const { channel, token } = await makePushingChannel();
  const nowhere = { id: v7(), name: "nothing", type: "nothing" };
  const wrong: unknown[] = [];
  return {
    wrong,
    close: () => dropLoginChannel(channel.id),
    async ask({ name, method, handler, declaration: { access } }: DeclaredCall, what: string, more: object) {
      const credential = "apiKey" in access ? secret : "scim" in access ? token : person.token;
      const response = await call(handler, { method, params: nowhere, token: credential, ...more });
      if (response.status === 500) wrong.push([name, what]);
      await response.body?.cancel();
    },
  };
}

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
/** Samples in which the text stands somewhere; without it the schema has refused it already. */
const holding = (schema: z.ZodType, text: string) =>
  (samplesOf(schema, text) as Record<string, never>[]).filter((sample) =>
    JSON.stringify(sample).includes(JSON.stringify(text).slice(1, -1)),
  );

describe("hostile text", () => {
  it("is refused or cleaned by every declared field, where the database cannot keep it", () => {
    const wrong: string[] = [];
    for (const { name, declaration } of doors) {
      const { body, query, params, multipart } = declaration;
      for (const [kind, schema] of Object.entries({ body, query, params, multipart })) {
        for (const leaf of schema ? leavesOf(schema) : []) {
          const field = `${name} ${kind} ${leaf.path}`;
          const taken = hostile.filter(([, text]) => {
            const parsed = leaf.schema.safeParse(text);
            return parsed.success && isUnstorable(parsed.data);
          });
          if (taken.length > 0 && !FREE.some(([free]) => free.test(field))) {
            wrong.push(`${field}: ${taken.map(([what]) => what).join(", ")}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(hostile)("never makes a 500 in a field that takes it: %s", async (_what, text) => {
    const { ask, wrong, close } = await asker();
    for (const door of doors.filter(({ name }) => !SKIPPED.test(name))) {
      const { body, query, params } = door.declaration;
      if (params) for (const values of holding(params, text)) await ask(door, "params", { params: values });
      if (query) for (const values of holding(query, text)) await ask(door, "query", { query: defined(values) });
      if (body) for (const value of holding(body, text)) await ask(door, "body", { body: value });
    }
    await close();
    expect(wrong).toEqual([]);
  });

  it("never makes a 500 in what a handler reads of the address by itself", async () => {
    const { ask, wrong, close } = await asker();
    const ownReaders = ({ method, declaration: { query, access } }: DeclaredCall) =>
      !query && method === "GET" && ("scim" in access || "public" in access);
    for (const door of doors.filter(ownReaders)) {
      for (const [what, text] of hostile) {
        await ask(door, what, { query: Object.fromEntries(UNDECLARED.map((name) => [name, text])) });
      }
    }
    await close();
    expect(wrong).toEqual([]);
  });

  it("never makes a 500 in a form, its file's name and its encodings included", async () => {
    const { ask, wrong, close } = await asker();
    const forms = doors.filter(({ declaration }) => declaration.multipart);
    expect(forms.length).toBeGreaterThan(6);
    for (const door of forms) {
      const names = leavesOf(door.declaration.multipart!).map(({ path }) => path.split(".")[0]!);
      for (const [what, text] of hostile) await ask(door, what, { ...form(names, text) });
    }
    await close();
    expect(wrong).toEqual([]);
  });

  it.each(hostile)("is refused or cleaned in every attribute of a pushed person and group: %s", async (_what, text) => {
    const { ask, wrong, close } = await asker();
    const person = { externalId: text, displayName: text, title: text, name: { givenName: text }, nickName: text };
    const values = [{ value: text, type: text, display: text }];
    const [user, group] = [
      { userName: `x${text}`, ...person, emails: values, phoneNumbers: values, addresses: [{ formatted: text }] },
      { displayName: `x${text}`, externalId: text, members: values },
    ];
    for (const door of doors.filter(({ name }) => /^(POST|PUT|PATCH) \/api\/scim/.test(name))) {
      await ask(door, "resource", { body: /Users/.test(door.name) ? user : group });
      const operations = [
        { op: "replace", path: "displayName", value: text },
        { op: "add", path: `emails[type eq "${text}"].value`, value: text },
        { op: "add", value: { [text]: text } },
      ];
      for (const operation of operations) await ask(door, "patch", { body: { Operations: [operation] } });
    }
    await close();
    expect(wrong).toEqual([]);
  });
});

/** A form whose parts hold the text in UTF-8, and once more in UTF-16, where halves of pairs can be written. */
function form(names: string[], text: string) {
  const part = (header: string, value: string, charset = "utf-8") => [
    `--x\r\nContent-Disposition: form-data; ${header}\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`,
    charset === "utf-8" ? value : Buffer.from(value, "utf16le"),
    "\r\n",
  ];
  const wide = [...Buffer.from(text, "utf16le")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const parts = [
    ...names.filter((name) => name !== "file").flatMap((name) => part(`name="${name}"`, text, "utf-16le")),
    ...part(`name="file"; filename="${text.replaceAll("\0", "")}"; filename*=utf-16le''${wide}`, "a text"),
    "--x--\r\n",
  ];
  const raw = Buffer.concat(parts.map((piece) => Buffer.from(piece as string)));
  return { raw: new Uint8Array(raw), headers: { "content-type": "multipart/form-data; boundary=x" } };
}
