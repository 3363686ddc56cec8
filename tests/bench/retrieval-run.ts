import { v7 } from "uuid";
import { db } from "@/db/client";
import { makeReady } from "@/db/queries/retrieval/retrieval";
import { files, fileVersions } from "@/db/schema/files";
import { seedPerson, seedRoles, seedRootDepartment } from "@/db/seed/foundation";
import type { Actor } from "@/lib/auth/actor";
import { loadPerson, openSession } from "@/lib/auth/session";
import { seedModels } from "@/lib/models/seed";
import { SEED_ROLES } from "@/lib/permissions/seed-roles";
import { indexWords } from "@/lib/retrieval/index-words";
import { segmentVersion } from "@/lib/retrieval/ingest";
import { search } from "@/lib/retrieval/search";
import { SPACE_BYTES } from "@/lib/retrieval/set-index";
import type { SearchRequest, Segmentation } from "@/lib/retrieval/types";
import { buildSet } from "@/tests/factories/versions";

interface QuestionSet {
  passages: string[];
  /** How well passages answer, by their numbers. */
  questions: { text: string; gains: Map<number, number> }[];
}

/** What a search of a question found: the numbers of the passages in order, and how long it took. */
export interface Run {
  ranked: number[];
  ms: number;
}

export const META = { requestId: "bench", address: "192.0.2.1", userAgent: "bench" };
const WHOLE: Segmentation = { mode: "none", maxTokens: 8000, overlap: 0 };
/** A slice ends at an empty line. */
export const SLICED: Segmentation = { mode: "separator", separators: [{ text: "\n\n" }], maxTokens: 800, overlap: 0 };

let actor: Promise<Actor> | undefined;

/** A person who is staff, and the first rows of an installation. */
export async function makeActor(account = "bench"): Promise<Actor> {
  await db().transaction(async (tx) => {
    await seedRoles(tx, SEED_ROLES);
    await seedModels(tx);
  });
  const id = await seedPerson(db(), {
    account,
    name: account,
    type: "local",
    passwordHash: "none",
    mustChangePassword: false,
    departmentId: await seedRootDepartment(db(), "Head office"),
    roleKeys: ["staff"],
  });
  return signedIn(id);
}

export async function signedIn(id: string): Promise<Actor> {
  const { sessionId } = await openSession(id, "password", META);
  const person = await loadPerson(sessionId);
  if (!person) throw new Error("no session");
  return { ...person, request: META };
}

interface Text {
  name: string;
  text: string;
  segmentation: Segmentation;
  isWordsOnly?: boolean;
  /** `reading`, or the id of a base. */
  owner?: string;
}

/** A document of a text, ready to be searched; the ids of its set and of the file. */
export async function ingest(
  viewer: Actor,
  { name, text, segmentation, isWordsOnly = false, owner = "reading" }: Text,
): Promise<{ setId: string; fileId: string; versionId: string }> {
  const signal = new AbortController().signal;
  const [fileId, versionId] = [v7(), v7()];
  await db()
    .insert(files)
    .values({ id: fileId, ownerId: viewer.id, name: `${name}.txt`, status: "uploaded" });
  await db().insert(fileVersions).values({
    id: versionId,
    fileId,
    sha256: versionId,
    size: text.length,
    type: "text/plain",
    storageKey: versionId,
  });
  const { setId } = await segmentVersion({
    versionId,
    index: { pieces: [{ number: 1, from: 0, to: text.length, part: 1, partTo: 1 }], characters: text.length },
    readPiece: async () => ({ number: 1, from: 0, to: text.length, text, blocks: [] }),
    owner,
    segmentation,
    signal,
  });
  if (isWordsOnly) await db().transaction((tx) => makeReady(tx, { id: setId, versionId, owner }));
  else await buildSet({ setId, viewer, app: "document", signal });
  return { setId, fileId, versionId };
}

/** Asks every question of a set, each passage a document of one slice. */
export async function runSet(
  { passages, questions }: QuestionSet,
  modes: readonly SearchRequest["mode"][],
  topK: number,
) {
  actor ??= makeActor();
  const viewer = await actor;
  const setIds: string[] = [];
  for (const [number, text] of passages.entries())
    setIds.push((await ingest(viewer, { name: String(number), text, segmentation: WHOLE })).setId);
  const numbers = new Map(setIds.map((setId, number) => [setId, number]));
  const runs = new Map<string, Run[]>();
  for (const mode of modes) {
    const found: Run[] = [];
    for (const { text } of questions) {
      const begin = performance.now();
      const { hits } = await search(viewer, { app: "document", setIds, query: text, topK, mode });
      found.push({ ranked: hits.map(({ setId }) => numbers.get(setId)!), ms: performance.now() - begin });
    }
    runs.set(mode, found);
  }
  return runs;
}

/** Stores texts as documents of some slices each. */
export async function fillLibrary(
  texts: readonly string[],
  slicesEach: number,
  isWordsOnly: boolean,
): Promise<string[]> {
  actor ??= makeActor();
  const viewer = await actor;
  const setIds: string[] = [];
  for (let from = 0; from < texts.length; from += slicesEach) {
    const text = texts.slice(from, from + slicesEach).join("\n\n");
    setIds.push((await ingest(viewer, { name: `library${from}`, text, segmentation: SLICED, isWordsOnly })).setId);
  }
  await indexWords({ from: SPACE_BYTES, signal: new AbortController().signal });
  return setIds;
}

/** Milliseconds of each question over some sets. */
export async function timeQuestions(
  setIds: readonly string[],
  questions: readonly string[],
  mode: SearchRequest["mode"],
) {
  const viewer = await actor!;
  const times: number[] = [];
  for (const query of questions) {
    const begin = performance.now();
    await search(viewer, { app: "document", setIds, query, topK: 10, mode });
    times.push(performance.now() - begin);
  }
  return times;
}

/** As after a start: nothing is in memory. */
export function forget() {
  (globalThis as typeof globalThis & { __setWords?: unknown }).__setWords = undefined;
}
