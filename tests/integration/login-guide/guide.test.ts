import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PUT as keep, GET as read } from "@/app/api/admin/login-channels/[id]/guide/route";
import { db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import type { OpenChannel } from "@/lib/auth/channels/types";
import type { GuideDto } from "@/lib/features/login-guide/dto";
import { answer } from "@/tests/factories/call";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makePerson, type Person } from "@/tests/factories/people";

const CLIENT_ID = "0b7c1c2e-1111-4222-8333-944455556666";
const CODES = ["SYSTEM:CONFIG:SSO"];

let one: Person;
let two: Person;
let stranger: Person;
let entra: OpenChannel;
let other: OpenChannel;
let oidc: OpenChannel;
beforeAll(async () => {
  [one, two, stranger] = [await makePerson({ codes: CODES }), await makePerson({ codes: CODES }), await makePerson()];
  const settings = (tenantId: string) => ({ tenantId, authority: "https://login.example/" });
  entra = await makeLoginChannel({
    kind: "entra",
    settings: settings(`t-${v7()}`),
    secrets: { clientSecret: "hidden-secret" },
    app: { appId: CLIENT_ID },
  });
  other = await makeLoginChannel({ kind: "entra", settings: { ...settings(`t-${v7()}`), teams: false } });
  oidc = await makeLoginChannel({ kind: "oidc", settings: { issuer: `https://id-${v7()}.example` } });
});
afterAll(async () => {
  for (const { id } of [entra, other, oidc]) await dropLoginChannel(id);
});

const guideOf = (person: Person, id: string) => answer<GuideDto>(read, { token: person.token, params: { id } });
const progress = (person: Person, id: string, body: unknown) =>
  answer<GuideDto>(keep, { token: person.token, method: "PUT", params: { id }, body });

it("names the values to copy, and no secret", async () => {
  const { data } = await guideOf(one, entra.id);
  expect(data).toEqual({
    channelId: entra.id,
    nameZh: entra.nameZh,
    nameEn: entra.nameEn,
    done: [],
    finishedAt: null,
    clientId: CLIENT_ID,
    tenantId: entra.settings.tenantId,
    redirectUrl: `http://product.test/api/public/login/${entra.id}/callback`,
    appIdUri: `api://product.test/${CLIENT_ID}`,
    consentUrl: `https://login.example/${entra.settings.tenantId}/adminconsent?client_id=${CLIENT_ID}`,
    hasTeams: true,
    missing: ["appName", "intro", "homeUrl", "appIdUri"],
  });
  expect((await guideOf(one, other.id)).data).toMatchObject({ clientId: "", consentUrl: "", hasTeams: false });
});

it("keeps ticks and the end for everybody who looks after channels, each channel for itself", async () => {
  const kept = await progress(one, entra.id, { done: ["scope", "register", "scope"], finished: false });
  expect(kept.data).toMatchObject({ done: ["register", "scope"], finishedAt: null });
  expect((await guideOf(two, entra.id)).data).toMatchObject({ done: ["register", "scope"] });
  expect((await guideOf(two, other.id)).data).toMatchObject({ done: [], finishedAt: null });
  const { data } = await progress(two, entra.id, { done: ["register"], finished: true });
  expect(data).toMatchObject({ done: ["register"], finishedAt: expect.any(String) as string });
  // The day it ended stays, whatever is ticked later.
  const later = await progress(one, entra.id, { done: [], finished: true });
  expect(later.data?.finishedAt).toBe(data?.finishedAt);
  expect((await progress(one, entra.id, { done: [], finished: false })).data?.finishedAt).toBeNull();
  const rows = await db()
    .select()
    .from(operationLogs)
    .where(and(eq(operationLogs.action, "guide.change"), eq(operationLogs.targetId, entra.id)));
  expect(rows.filter(({ actorId }) => actorId === two.id)).toMatchObject([
    { result: "success", before: { done: ["register", "scope"], finished: false }, after: { finished: true } },
  ]);
});

it("loses no tick when two channels are ticked at once", async () => {
  await Promise.all([
    progress(one, entra.id, { done: ["redirect"], finished: false }),
    progress(two, other.id, { done: ["secret"], finished: false }),
  ]);
  expect((await guideOf(one, entra.id)).data?.done).toEqual(["redirect"]);
  expect((await guideOf(one, other.id)).data?.done).toEqual(["secret"]);
});

it("is there for this kind and this permission alone", async () => {
  expect((await guideOf(stranger, entra.id)).code).toBe(403);
  expect((await progress(stranger, entra.id, { done: [], finished: true })).code).toBe(403);
  expect((await answer(read, { params: { id: entra.id } })).code).toBe(401);
  for (const id of [oidc.id, v7(), "x"]) expect((await guideOf(one, id)).code).toBe(404);
  expect((await progress(one, oidc.id, { done: [], finished: true })).code).toBe(404);
  expect((await progress(one, entra.id, { done: ["other"], finished: true })).code).toBe(400);
  expect((await progress(one, entra.id, { done: Array(50).fill("scope"), finished: true })).code).toBe(400);
});
