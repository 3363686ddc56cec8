import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as download } from "@/app/api/admin/login-channels/[id]/teams-app/route";
import { db } from "@/db/client";
import { files } from "@/db/schema/files";
import type { ChannelApp } from "@/lib/auth/channels/schema";
import { keepFile } from "@/lib/files/upload";
import { answer, call } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson, type Person } from "@/tests/factories/people";

const CLIENT_ID = "0b7c1c2e-1111-4222-8333-944455556666";
const APP: Partial<ChannelApp> = {
  version: "1.2.0",
  appName: "子午 AI 平台，让每一位同事都能把问题问清楚的一站式助手应用",
  intro: "问公司的知识，写材料，读文件。".repeat(8),
  homeUrl: "https://ai.company.example/",
  appId: CLIENT_ID,
  appIdUri: `api://ai.company.example/${CLIENT_ID}`,
};

let one: Person;
let stranger: Person;
const made: string[] = [];
beforeAll(async () => {
  one = await makePerson({ codes: ["SYSTEM:CONFIG:SSO"] });
  stranger = await makePerson();
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
});

async function channelWith(app: Partial<ChannelApp>): Promise<string> {
  const { id } = await makeLoginChannel({ kind: "entra", settings: { tenantId: `t-${v7()}` }, app });
  made.push(id);
  return id;
}

/** The package as the system's own archiver opens it. */
async function packageOf(id: string) {
  const response = await call(download, { token: one.token, params: { id } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  const folder = mkdtempSync(path.join(tmpdir(), "teams-app-"));
  const archive = path.join(folder, "app.zip");
  writeFileSync(archive, Buffer.from(await response.arrayBuffer()));
  execFileSync("unzip", ["-q", archive, "-d", folder]);
  const read = (name: string) => readFileSync(path.join(folder, name));
  return {
    manifest: JSON.parse(read("manifest.json").toString("utf8")) as Record<string, Record<string, unknown>>,
    color: await pixels(read("color.png")),
    outline: await pixels(read("outline.png")),
  };
}

async function pixels(bytes: Buffer) {
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const at = (x: number, y: number) => [...data.slice((y * image.width + x) * 4, (y * image.width + x) * 4 + 4)];
  return { width: image.width, height: image.height, data, at };
}

it("opens, and holds a manifest within the format's limits and two icons of its sizes", async () => {
  const { manifest, color, outline } = await packageOf(await channelWith(APP));
  expect(manifest).toMatchObject({
    $schema: "https://developer.microsoft.com/json-schemas/teams/v1.17/MicrosoftTeams.schema.json",
    manifestVersion: "1.17",
    version: "1.2.0",
    id: CLIENT_ID,
    icons: { color: "color.png", outline: "outline.png" },
    validDomains: ["ai.company.example"],
    webApplicationInfo: { id: CLIENT_ID, resource: APP.appIdUri },
    staticTabs: [{ entityId: "home", contentUrl: APP.homeUrl, websiteUrl: APP.homeUrl, scopes: ["personal"] }],
  });
  expect(manifest.accentColor).toMatch(/^#[0-9a-f]{6}$/);
  const length = (text: unknown) => [...String(text)].length;
  expect(length(manifest.name?.short)).toBeLessThanOrEqual(30);
  expect(manifest.name?.full).toBe(APP.appName);
  expect(length(manifest.description?.short)).toBeLessThanOrEqual(80);
  expect(manifest.description?.full).toBe(APP.intro);
  expect(length(manifest.developer?.name)).toBeLessThanOrEqual(32);
  for (const key of ["websiteUrl", "privacyUrl", "termsOfUseUrl"]) {
    expect(manifest.developer?.[key]).toMatch(/^https:\/\/ai\.company\.example/);
  }
  expect([color.width, color.height, outline.width, outline.height]).toEqual([192, 192, 32, 32]);
  // The mark stands on its ground; the outline is white on nothing.
  expect(color.at(0, 0)[3]).toBe(255);
  expect(outline.at(0, 0)[3]).toBe(0);
  expect(outline.at(16, 11)).toEqual([255, 255, 255, 255]);
});

it("bears the channel's own logo, its shape cut out of its ground", async () => {
  const canvas = createCanvas(64, 64);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ff0000";
  context.fillRect(0, 0, 64, 64);
  context.fillStyle = "#0000ff";
  context.fillRect(16, 16, 32, 32);
  const logo = await keepFile(one.actor, canvas.toBuffer("image/png"), "logo.png", { purpose: "avatar" });
  const id = await channelWith({ ...APP, logoFileId: logo.id });
  // Not everybody's to see: the mark stays.
  expect((await packageOf(id)).color.at(96, 96).slice(0, 3)).not.toEqual([0, 0, 255]);
  await db().update(files).set({ isPublic: true }).where(eq(files.id, logo.id));
  const { color, outline } = await packageOf(id);
  expect(color.at(96, 96)).toEqual([0, 0, 255, 255]);
  expect(color.at(2, 2)).toEqual([255, 0, 0, 255]);
  expect(outline.at(16, 16)).toEqual([255, 255, 255, 255]);
  expect(outline.at(1, 1)[3]).toBe(0);
});

it.each([
  [{ homeUrl: "http://ai.company.example/" }, ["homeUrl", "appIdUri"], "首页地址"],
  [{ appId: "client", appIdUri: "api://ai.company.example/client" }, ["appId"], "应用 ID"],
  [{ appIdUri: `api://elsewhere.example/${CLIENT_ID}` }, ["appIdUri"], "应用 ID URI"],
  [{ version: "1.0" }, ["version"], "版本"],
  [{ appName: "", intro: "" }, ["appName", "intro"], "应用名称"],
] as const)("names what is missing instead of a broken package: %j", async (change, fields, word) => {
  const id = await channelWith({ ...APP, ...change });
  const refused = await answer(download, { token: one.token, params: { id } });
  expect(refused).toMatchObject({ code: 422, data: { error: "teamsAppIncomplete", fields } });
  expect(refused.message).toContain(word);
  const english = await answer(download, { token: one.token, params: { id }, headers: { "accept-language": "en" } });
  expect(english.message).not.toMatch(/[\u4e00-\u9fff]/);
});

it("is there for this kind and this permission alone", async () => {
  const id = await channelWith(APP);
  const oidc = await makeLoginChannel({ kind: "oidc", settings: { issuer: `https://id-${v7()}.example` } });
  made.push(oidc.id);
  expect((await answer(download, { token: stranger.token, params: { id } })).code).toBe(403);
  expect((await answer(download, { params: { id } })).code).toBe(401);
  for (const wrong of [oidc.id, v7(), "x"]) {
    expect((await answer(download, { token: one.token, params: { id: wrong } })).code).toBe(404);
  }
});
