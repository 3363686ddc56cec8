/** @runs first, once: bodies are refused before a statement is made; what reaches one is hostile-text.test.ts's. */
import { closeDatabase } from "@/db/client";
import { makeApiKey } from "@/tests/factories/api-keys";
import {
  ask,
  type DeclaredCall,
  endWithoutWorkers,
  everyCall,
  queueWithoutWorkers,
} from "@/tests/factories/every-call";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { makePerson } from "@/tests/factories/people";
import { makePushingChannel } from "@/tests/factories/scim";

// It asks every call many times; the default is for a busy machine too short.
jest.setTimeout(60_000);

let doors: DeclaredCall[];
let openDoors: DeclaredCall[];
let scimDoors: DeclaredCall[];
beforeAll(async () => {
  await queueWithoutWorkers();
  ({ doors, openDoors, scimDoors } = await everyCall());
});
afterAll(async () => {
  await endWithoutWorkers();
  await closeDatabase();
});

const deep = "[".repeat(100_000) + "]".repeat(100_000);
const bodies: [string, BodyInit | undefined, Record<string, string>][] = [
  ["none", undefined, {}],
  ["null", "null", {}],
  ["a list", "[]", {}],
  ["a text", '"text"', {}],
  ["a number", "1e999", {}],
  ["cut JSON", '{"a":', {}],
  ["deep nesting", deep, {}],
  ["a deep object", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`, {}],
  ["a prototype", '{"__proto__":{"isAdministrator":true},"constructor":1}', {}],
  ["bad UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), {}],
  ["2 MB", `{"a":"${"x".repeat(2_000_000)}"}`, {}],
  ["text/plain", "{}", { "content-type": "text/plain" }],
  ["multipart without boundary", "{}", { "content-type": "multipart/form-data" }],
  [
    "half a multipart",
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nab',
    { "content-type": "multipart/form-data; boundary=x" },
  ],
  [
    "NUL and line ends",
    JSON.stringify({ username: "a\0\r\n", password: "b\0", token: "\0", title: "\0", text: "\0" }),
    {},
  ],
];

describe("a malformed body", () => {
  it.each(bodies)("(%s) is answered with an envelope and never a 500, by every call", async (_name, raw, headers) => {
    const person = await makePerson({ roles: ["administrator"] });
    const wrong: unknown[] = [];
    for (const door of doors.filter(({ method, name }) => method !== "GET" && !/logout|user\/sessions$/.test(name))) {
      const response = await ask(door, { token: person.token, raw, headers });
      const { code, message } = (await response.json()) as { code: number; message: string };
      if (code !== response.status || code >= 500 || /\bat .*:\d+/.test(message))
        wrong.push([door.name, code, message]);
      if (door.declaration.body && code === 200) wrong.push([door.name, "taken"]);
    }
    // Calls whose fields are all optional take an object without any that count.
    expect(wrong).toEqual([]);
  });
});

describe("the Open API", () => {
  const errorOf = async (response: Response) =>
    ((await response.json()) as { error?: { message?: string } }).error?.message ?? "";

  it.each(bodies)("a malformed body (%s) is a plain error, never a 500", async (_name, raw, headers) => {
    const { secret } = await makeApiKey(await makePerson());
    const wrong: unknown[] = [];
    for (const door of openDoors.filter(({ method }) => method !== "GET")) {
      const response = await ask(door, { token: secret, raw, headers });
      const message = await errorOf(response);
      if (response.status < 400 || response.status >= 500 || !message || /\bat .*:\d+/.test(message)) {
        wrong.push([door.name, response.status, message]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("SCIM", () => {
  const errorOf = async (response: Response) => {
    const text = await response.text();
    return text ? (JSON.parse(text) as { schemas: string[]; status: string; detail: string }) : null;
  };

  it.each(bodies)("a malformed body (%s) is an error of the protocol, never a 500", async (_name, raw, headers) => {
    const { channel, token } = await makePushingChannel();
    const wrong: unknown[] = [];
    for (const door of scimDoors.filter(({ method }) => method !== "GET")) {
      const response = await ask(door, { token, raw, headers });
      const error = await errorOf(response);
      if (response.status < 400 || response.status >= 500 || error?.status !== String(response.status)) {
        wrong.push([door.name, response.status, error]);
      }
    }
    await dropLoginChannel(channel.id);
    expect(wrong).toEqual([]);
  });
});
