import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as resolveRoute } from "@/app/api/reader/resolve/route";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import { files, fileVersions } from "@/db/schema/files";
import type { ResolvedCitation } from "@/lib/citations/dto";
import { quoteHash } from "@/lib/citations/locate";
import { resolveCitation, type StoredCitation } from "@/lib/citations/resolve";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { makeVersion, parsedText, storeParsed } from "@/tests/factories/versions";

const PARAGRAPHS = Array.from(
  { length: 12 },
  (_, at) => `Paragraph ${at} tells of lot ${at * 7} in hall ${at}. 第${at}段。`,
);
const QUOTE = "tells of lot 35 in hall 5.";

let owner: Person;
let other: Person;
beforeAll(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
});

async function document() {
  const { fileId, versionId } = await makeVersion(owner.id, "halls.txt");
  const text = parsedText(PARAGRAPHS);
  await storeParsed(versionId, text);
  const from = text.text.indexOf(QUOTE);
  const citation = { versionId, parser: 1, from, to: from + QUOTE.length, quote: QUOTE, quoteHash: quoteHash(QUOTE) };
  return { fileId, versionId, text, citation };
}

const resolve = async (person: Person, citations: unknown[]) =>
  (await answer<ResolvedCitation[]>(resolveRoute, { token: person.token, body: { citations } })).data!;

test("words that stand where they stood are exact, with a place told by the server", async () => {
  const { citation, versionId } = await document();
  expect(await resolve(owner, [{ ...citation, place: { kind: "page", part: 99 }, fileName: "forged" }])).toEqual([
    {
      state: "exact",
      versionId,
      fileName: "halls.txt",
      place: { kind: "section", part: 1, paragraph: 6 },
      from: citation.from,
      to: citation.to,
      rects: [],
      replacedBy: null,
    },
  ]);
});

test("read anew, words that stand elsewhere once have moved; twice, they are lost", async () => {
  const { citation, versionId } = await document();
  const moved = parsedText(["An introduction that was not read before.", ...PARAGRAPHS], 2);
  await storeParsed(versionId, moved, 2);
  const from = moved.text.indexOf(QUOTE);
  expect((await resolve(owner, [citation]))[0]).toMatchObject({ state: "moved", from, to: from + QUOTE.length });
  await storeParsed(versionId, parsedText([...PARAGRAPHS, ...PARAGRAPHS]), 3);
  expect((await resolve(owner, [citation]))[0]).toEqual({
    state: "lost",
    versionId,
    fileName: "halls.txt",
    replacedBy: null,
  });
});

test("a quote over the border of two pieces is found again", async () => {
  const { versionId, text } = await document();
  const quote = "第2段。\nParagraph 3 tells";
  expect(text.text).toContain(quote);
  const citation = { versionId, parser: 0, from: 1, to: 5, quote, quoteHash: quoteHash(quote) };
  const from = text.text.indexOf(quote);
  expect((await resolve(owner, [citation]))[0]).toMatchObject({ state: "moved", from, to: from + quote.length });
});

test.each<[string, (citation: StoredCitation) => StoredCitation]>([
  ["other words than its hash", (citation) => ({ ...citation, to: citation.to - 3, quote: "Paragraph 5 tells" })],
  [
    "words that are not there",
    (citation) => ({ ...citation, quote: "no such words", quoteHash: quoteHash("no such words") }),
  ],
  ["no words", (citation) => ({ ...citation, to: citation.from, quote: "", quoteHash: quoteHash("") })],
  ["a range beyond the end", (citation) => ({ ...citation, to: 2_000_000_000, quote: "" })],
])("a citation of %s marks nothing", async (_name, change) => {
  const { citation } = await document();
  expect((await resolve(owner, [change(citation)]))[0]?.state).toBe("lost");
});

test("a replaced file is named, and both versions are told apart", async () => {
  const { citation, fileId, versionId } = await document();
  const newer = v7();
  await db()
    .insert(fileVersions)
    .values({ id: newer, fileId, number: 2, sha256: newer, size: 1, type: "text/plain", storageKey: newer });
  await db().update(files).set({ currentVersionId: newer }).where(eq(files.id, fileId));
  expect((await resolve(owner, [citation]))[0]).toMatchObject({
    state: "exact",
    versionId,
    replacedBy: { versionId: newer },
  });
});

test("another person's, a deleted and an unknown version are gone, and nothing is told of them", async () => {
  const { citation, fileId } = await document();
  expect(await resolve(other, [citation])).toEqual([{ state: "gone" }]);
  expect(await resolve(owner, [{ ...citation, versionId: v7() }])).toEqual([{ state: "gone" }]);
  await db().insert(documents).values({ userId: owner.id, fileId, deletedAt: new Date() });
  expect(await resolve(owner, [citation])).toEqual([{ state: "gone" }]);
  await db().delete(documents).where(eq(documents.fileId, fileId));
  expect((await resolveCitation(owner.actor, citation)).state).toBe("exact");
  await db().update(files).set({ deletedAt: new Date() }).where(eq(files.id, fileId));
  expect(await resolve(owner, [citation])).toEqual([{ state: "gone" }]);
});

test("many at once keep their order; more than a hundred, and broken ones, are refused", async () => {
  const { citation } = await document();
  const lost = { ...citation, quote: "no such words", quoteHash: quoteHash("no such words"), to: citation.from };
  const states = (await resolve(owner, [lost, citation, { ...citation, versionId: v7() }])).map(({ state }) => state);
  expect(states).toEqual(["lost", "exact", "gone"]);
  const refused = (citations: unknown[]) => answer(resolveRoute, { token: owner.token, body: { citations } });
  expect((await refused(new Array(101).fill(citation))).code).toBe(400);
  expect((await refused([{ ...citation, from: -1 }])).code).toBe(400);
  expect((await refused([{ ...citation, quoteHash: "x" }])).code).toBe(400);
  expect((await answer(resolveRoute, { body: { citations: [] } })).code).toBe(401);
  const guest = await makePerson({ codes: ["PERSONAL:SEARCH"] });
  expect((await answer(resolveRoute, { token: guest.token, body: { citations: [] } })).code).toBe(403);
});
