import { eq } from "drizzle-orm";
import { GET as documentRoute } from "@/app/api/reader/[versionId]/route";
import { closeDatabase, db } from "@/db/client";
import { insertSource } from "@/db/queries/search/sources";
import { chatMessages } from "@/db/schema/conversation";
import { fileVersions } from "@/db/schema/files";
import { searchReads, webHosts, webPages, webRobots } from "@/db/schema/search";
import { resetEnv } from "@/lib/config/env";
import { sweepFiles } from "@/lib/files/jobs";
import { fileStore } from "@/lib/files/storage";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { purgeWeb } from "@/lib/web/purge";
import { readSnapshot, type Snapshot } from "@/lib/web/snapshots";
import { answer } from "@/tests/factories/call";
import { makeConversation } from "@/tests/factories/conversations";
import { makePerson, type Person } from "@/tests/factories/people";
import { startWebSite, wordyPage } from "@/tests/fakes/web-site.mjs";

const DAYS = 86_400_000;
let site: Awaited<ReturnType<typeof startWebSite>>;
let held: Awaited<ReturnType<typeof startWebSite>>;
let reader: Person;

beforeAll(async () => {
  [site, held] = [await startWebSite({ address: "127.0.0.61" }), await startWebSite({ address: "127.0.0.62" })];
  process.env.ALLOW_PRIVATE_NETWORK = "127.0.0.0/8";
  resetEnv();
  reader = await makePerson();
  const source = { name: "Held", domains: ["=127.0.0.62"], pageCap: 1, pauseMs: 0 };
  await insertSource(db(), { ...source, ownerId: reader.id, creatorId: reader.id });
});
afterAll(async () => {
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
  for (const one of [site, held]) await one.close();
  closeIdleChildren();
  await closeDatabase();
});

const signal = AbortSignal.timeout(60_000);
const purge = (days: number) => purgeWeb(signal, new Date(Date.now() + days * DAYS));
async function take(url: string): Promise<Snapshot> {
  const snapshot = await readSnapshot(url, { actor: reader.actor, allowed: null, signal, maxAgeMs: 0 });
  if ("failure" in snapshot) throw new Error(snapshot.failure);
  return snapshot;
}
const opens = async ({ versionId }: Snapshot) =>
  (await answer(documentRoute, { token: reader.token, params: { versionId } })).code;
async function cite({ versionId }: Snapshot) {
  const { id: sessionId } = await makeConversation(reader, []);
  const pages = [{ address: "x", title: "", state: "read", versionId }];
  await db()
    .insert(chatMessages)
    .values({ sessionId, role: "assistant", parts: [{ type: "pages", pages }] });
}
const stored = async ({ versionId }: Snapshot) => {
  const [row] = await db().select().from(fileVersions).where(eq(fileVersions.id, versionId));
  return row ? (await fileStore()).exists(row.storageKey) : false;
};

it("a superseded snapshot goes after 90 days, unless a stored message names it", async () => {
  const versions: Snapshot[] = [];
  for (const number of [1, 2, 3]) {
    held.pages["/changing"] = wordyPage(`Version ${number}`, 100 + number);
    versions.push(await take(`${held.url}/changing`));
  }
  const [old, cited, current] = versions as [Snapshot, Snapshot, Snapshot];
  await cite(cited);
  const [row] = await db().select().from(fileVersions).where(eq(fileVersions.id, old.versionId));
  await purge(89);
  expect(await stored(old)).toBe(true);
  await purge(91);
  expect([await stored(old), await stored(cited), await stored(current)]).toEqual([false, true, true]);
  expect(await (await fileStore()).exists(row!.storageKey)).toBe(false);
  expect([await opens(old), await opens(cited), await opens(current)]).toEqual([404, 200, 200]);
});

it("pages that lie in no source go once no search read them for 90 days and no message names them", async () => {
  const [unread, cited, read, inSource] = [
    await take(`${site.url}/a`),
    await take(`${site.url}/b`),
    await take(`${site.url}/from-feed`),
    await take(`${held.url}/a`),
  ];
  await cite(cited);
  await purge(89);
  const later = new Date(Date.now() + 50 * DAYS);
  await db().update(searchReads).set({ readAt: later }).where(eq(searchReads.pageId, read.pageId));
  await purge(91);
  const left = await db().select({ id: webPages.id }).from(webPages);
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([cited.pageId, read.pageId, inSource.pageId]));
  expect(left.map(({ id }) => id)).not.toContain(unread.pageId);
  expect(await opens(unread)).toBe(404);
  await sweepFiles.execute({}, { jobId: "x", signal });
  expect(await db().select().from(fileVersions).where(eq(fileVersions.id, unread.versionId))).toEqual([]);
  // What was known of a host goes with the last of its pages.
  await db().delete(chatMessages);
  await purge(400);
  expect(await db().select().from(webHosts).where(eq(webHosts.host, site.host))).toEqual([]);
  expect(await db().select().from(webRobots).where(eq(webRobots.host, site.host))).toEqual([]);
  expect(await opens(inSource)).toBe(200);
});
