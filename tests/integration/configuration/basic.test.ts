import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as pictureRoute } from "@/app/api/admin/config/basic/pictures/route";
import { PATCH as changeRoute, GET as readRoute } from "@/app/api/admin/config/basic/route";
import { POST as restoreRoute } from "@/app/api/admin/config/basic/versions/[id]/restore/route";
import { GET as versionsRoute } from "@/app/api/admin/config/basic/versions/route";
import { GET as loadRoute } from "@/app/api/admin/system-config/load/[type]/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { DELETE as deleteFileRoute } from "@/app/api/files/[id]/route";
import { POST as uploadRoute } from "@/app/api/files/route";
import { GET as documentRoute } from "@/app/api/public/documents/[name]/route";
import { GET as downloadRoute } from "@/app/api/public/file/download-by-Id/route";
import { GET as publicConfigRoute } from "@/app/api/public/load-system-config-base/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import type { Handler } from "@/lib/endpoint/route";
import type { BasicDto, ConfigVersionPage } from "@/lib/features/configuration/dto";
import { isRecognitionInstalled } from "@/lib/parsing/recognition-packages";
import { answer as answerOf, type CallOptions, call } from "@/tests/factories/call";
import { clearConfiguration } from "@/tests/factories/configuration";
import { BOUNDARY, multipart } from "@/tests/factories/files";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

jest.mock("@/lib/parsing/recognition-packages", () => ({ isRecognitionInstalled: jest.fn(() => true) }));

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
interface Refusal {
  error?: string;
  fields?: Record<string, string>;
}
/** The envelope of an answer that has data. */
async function answer<T = Refusal>(handler: Parameters<typeof answerOf>[0], options: CallOptions = {}) {
  const { code, data } = await answerOf<T>(handler, options);
  return { code, data: data as T };
}

let admin: Person;
let editor: Person;
let staff: Person;

beforeAll(async () => {
  admin = await makePerson({ roles: ["administrator"] });
  editor = await makePerson({ codes: ["SYSTEM", "SYSTEM:CONFIG", "SYSTEM:CONFIG:BASIC"] });
  staff = await makePerson();
});
beforeEach(clearConfiguration);
afterAll(async () => {
  await clearConfiguration();
  await closeDatabase();
});

const read = async (person = editor) => (await answer<BasicDto>(readRoute, { token: person.token })).data;
const change = (body: object, person = editor) =>
  answer<BasicDto & Refusal>(changeRoute, {
    token: person.token,
    method: "PATCH",
    body,
  });
/** Changes fields of one kind as the form does: the whole kind, with the version that was read. */
async function set<K extends keyof BasicDto["values"]>(
  kind: K,
  patch: Partial<BasicDto["values"][K]>,
  person = editor,
) {
  const { values, versions } = await read(person);
  return change({ [kind]: { ...values[kind], ...patch }, versions: { [kind]: versions[kind] } }, person);
}
const post = (route: Handler, bytes: Uint8Array | string, name: string, person: Person) =>
  answer<{ id: string; url: string } & Refusal>(route, {
    token: person.token,
    method: "POST",
    raw: new Uint8Array(multipart([{ name: "file", filename: name, bytes: bytes as never }])),
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  });
const upload = (bytes: Uint8Array | string, name: string) => post(pictureRoute, bytes, name, editor);

it("is for people who hold its code", async () => {
  expect((await answer(readRoute, { token: staff.token })).code).toBe(403);
  expect((await change({ versions: {} }, staff)).code).toBe(403);
  expect((await answer(versionsRoute, { token: staff.token })).code).toBe(403);
  expect((await answer(readRoute)).code).toBe(401);
});

it("takes effect at once, and the public call answers its two fields only", async () => {
  const saved = await set("customConfig", {
    productNameZh: "云问",
    browserPageSignature: "云问工作台",
    timeZone: "Asia/Tokyo",
  });
  expect(saved.code).toBe(200);
  expect((await answer(publicConfigRoute)).data).toEqual({ browserPageSignature: "云问工作台", icon: null });
  const loaded = await answer<{ timeZone: string }>(loadRoute, {
    token: staff.token,
    params: { type: "customConfig" },
  });
  expect(loaded.data.timeZone).toBe("Asia/Tokyo");
  for (const type of ["mailConfig", "mailSecret", "securityConfig", "documentConfig"]) {
    expect((await answer(loadRoute, { token: admin.token, params: { type } })).code).toBe(404);
  }
});

it("gives people without a language of their own the default one", async () => {
  await set("customConfig", { defaultLanguage: "en_US" });
  expect((await answer(selfInfoRoute, { token: staff.token })).data).toMatchObject({ language: "en_US" });
});

it.each([
  ["uploadConfig", { chatFiles: 11 }],
  ["uploadConfig", { chatFileMb: 21 }],
  ["uploadConfig", { fileMb: 201 }],
  ["customConfig", { timeZone: "Mars/Olympus" }],
  ["customConfig", { productNameZh: "" }],
  ["customConfig", { productNameZh: "a\u0000b" }],
  ["customConfig", { productNameZh: "x".repeat(61) }],
  ["securityConfig", { sessionHours: 0 }],
  ["securityConfig", { idleMinutes: 4 }],
  ["documentConfig", { helpZh: "x".repeat(100_001) }],
  ["mailConfig", { host: "a b" }],
  ["mailConfig", { from: "nobody" }],
] as const)("refuses %s %j and names the field", async (kind, patch) => {
  const { code, data } = await set(kind, patch as never);
  expect([code, Object.keys(data.fields ?? {})]).toEqual([400, [`${kind}.${Object.keys(patch)[0]}`]]);
});

it("refuses kinds that are not its own", async () => {
  for (const kind of ["gatewayConfig", "mailSecret", "__proto__", "licence"]) {
    expect((await change({ [kind]: {}, versions: {} })).code).toBe(400);
  }
});

it("does not overwrite what somebody else has saved meanwhile", async () => {
  const { values, versions } = await read();
  await set("watermarkConfig", { enabled: true }, admin);
  const late = await change({ watermarkConfig: { enabled: true }, versions });
  expect(late.code).toBe(200); // the same value: nothing is overwritten
  const other = { ...values.uploadConfig, chatFiles: 3 };
  await set("uploadConfig", { chatFiles: 5 }, admin);
  expect((await change({ uploadConfig: other, versions })).data.error).toBe("staleRecord");
  expect((await read()).values.uploadConfig.chatFiles).toBe(5);
});

it("of several kinds saves all or none", async () => {
  const { values, versions } = await read();
  const custom = { ...values.customConfig, productNameEn: "Other", iconFileId: v7() };
  const { code, data } = await change({ watermarkConfig: { enabled: true }, customConfig: custom, versions });
  expect([code, data.fields]).toEqual([400, { "customConfig.iconFileId": "invalid" }]);
  expect((await read()).values.watermarkConfig.enabled).toBe(false);
});

it("of several at once lets one through, and keeps each version once", async () => {
  const { versions } = await read();
  const tries = await Promise.all(
    [1, 2, 3, 4, 5].map((chatFiles) =>
      change({ uploadConfig: { chatFiles, chatFileMb: 5, fileMb: 50, volumeGb: 1 }, versions }),
    ),
  );
  expect(tries.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409]);
  const { data } = await answer<ConfigVersionPage>(versionsRoute, { token: editor.token });
  expect(data.items.map(({ version }) => version)).toEqual([1, 0]);
});

it("keeps versions with author and differences, and goes back to any of them", async () => {
  await set("customConfig", { productNameEn: "First" });
  await set("customConfig", { productNameEn: "Second", defaultTheme: "dark" }, admin);
  const list = async () => (await answer<ConfigVersionPage>(versionsRoute, { token: editor.token })).data.items;
  const [second, first, before] = await list();
  expect(second).toMatchObject({
    authorName: admin.account,
    isCurrent: true,
    changes: [
      { field: "productNameEn", before: "First", after: "Second" },
      { field: "defaultTheme", before: "system", after: "dark" },
    ],
  });
  expect([first?.isCurrent, before?.version]).toEqual([false, 0]);
  const restore = (id: string, person = editor) =>
    answer(restoreRoute, { token: person.token, method: "POST", params: { id } });
  expect((await restore(first!.id, staff)).code).toBe(403);
  expect((await restore(v7())).code).toBe(404);
  await restore(before!.id);
  expect((await read()).values.customConfig).toMatchObject({ productNameEn: "Meridian", defaultTheme: "system" });
  expect((await list())[0]).toMatchObject({ version: 3, isCurrent: true });
});

it("stands in the log with what changed and nothing else", async () => {
  await set("customConfig", { productNameEn: "Logged" });
  const rows = await db()
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.action, "config.change"))
    .orderBy(operationLogs.id);
  const mine = rows.filter(({ actorId }) => actorId === editor.id).at(-1);
  expect(mine).toMatchObject({
    result: "success",
    before: { productNameEn: "Meridian" },
    after: { productNameEn: "Logged" },
  });
});

describe("documents", () => {
  it("are the product's own until others are written, in both languages", async () => {
    const document = async (name: string, language: string) =>
      (
        await answer<{ markdown: string }>(documentRoute, {
          params: { name },
          headers: { "accept-language": language },
        })
      ).data.markdown;
    const { documents } = await read();
    expect(await document("help", "zh")).toBe(documents.helpZh);
    await set("documentConfig", { helpZh: "# 帮助", privacyEn: "# Privacy" });
    expect([await document("help", "zh"), await document("help", "en")]).toEqual(["# 帮助", documents.helpEn]);
    expect(await document("privacy", "en")).toBe("# Privacy");
  });
});

describe("pictures", () => {
  it("are shown to everybody, taken by content, and stay while the configuration may need them", async () => {
    const { code, data } = await upload(PNG, "logo.svg");
    expect(code).toBe(200);
    const shown = await call(downloadRoute, { query: { fileId: data.id } });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await set("customConfig", { iconFileId: data.id })).code).toBe(200);
    expect((await answer(publicConfigRoute)).data).toMatchObject({
      icon: `/public/file/download-by-Id?fileId=${data.id}`,
    });
    const removed = await answer(deleteFileRoute, { token: editor.token, method: "DELETE", params: { id: data.id } });
    expect(removed.code).toBe(404);
  });

  it.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["HTML", "<html><script>alert(1)</script></html>"],
    ["text", "hello"],
  ])("of the kind %s are refused and stay nobody's", async (_kind, text) => {
    const { code, data } = await upload(text, "logo.png");
    expect([code, data.error]).toEqual([422, "pictureWanted"]);
  });

  it("over a megabyte are refused", async () => {
    const { code } = await upload(Buffer.concat([PNG, Buffer.alloc(1024 ** 2)]), "big.png");
    expect(code).toBe(413);
  });

  it("are never somebody's private file", async () => {
    const own = await post(uploadRoute, PNG, "own.png", staff);
    const { code, data } = await set("customConfig", { logoFileId: own.data.id });
    expect([code, data.fields]).toEqual([400, { "customConfig.logoFileId": "invalid" }]);
    expect((await call(downloadRoute, { query: { fileId: own.data.id } })).status).toBe(404);
  });
});

it("lowers what may be uploaded, at once", async () => {
  await set("uploadConfig", { fileMb: 1, chatFileMb: 1 });
  expect((await post(uploadRoute, new Uint8Array(1.5 * 1024 ** 2), "a.bin", staff)).code).toBe(413);
});

it("has words of scans recognised only where the packages for it are there", async () => {
  await onlyBuiltinModels();
  expect((await read()).recognition).toEqual({ isInstalled: true, model: null });
  expect((await read()).values.readingConfig).toEqual({ recognisesScans: false });
  jest.mocked(isRecognitionInstalled).mockReturnValue(false);
  expect((await read()).recognition.isInstalled).toBe(false);
  expect(await set("readingConfig", { recognisesScans: true })).toMatchObject({
    code: 422,
    data: { error: "recognitionMissing" },
  });
  jest.mocked(isRecognitionInstalled).mockReturnValue(true);
  expect((await set("readingConfig", { recognisesScans: true })).code).toBe(200);
  expect((await read()).values.readingConfig).toEqual({ recognisesScans: true });
});
