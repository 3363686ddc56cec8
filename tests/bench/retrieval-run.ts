import { v7 } from "uuid";
import { db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import { seedPerson, seedRoles, seedRootDepartment } from "@/db/seed/foundation";
import type { Actor } from "@/lib/auth/actor";
import { loadPerson, openSession } from "@/lib/auth/session";
import { seedModels } from "@/lib/models/seed";
import { SEED_ROLES } from "@/lib/permissions/seed-roles";
import { segmentVersion } from "@/lib/retrieval/ingest";
import { search } from "@/lib/retrieval/search";
import type { SearchRequest } from "@/lib/retrieval/types";
import { buildSet } from "@/tests/factories/versions";

interface QuestionSet {
  passages: string[];
  questions: { text: string; right: Set<number> }[];
}

const META = { requestId: "bench", address: "192.0.2.1", userAgent: "bench" };
let ready: Promise<{ actor: Actor; setIds: string[]; numbers: Map<string, number> }> | undefined;

async function makeActor(): Promise<Actor> {
  await db().transaction(async (tx) => {
    await seedRoles(tx, SEED_ROLES);
    await seedModels(tx);
  });
  const id = await seedPerson(db(), {
    account: "bench",
    name: "bench",
    type: "local",
    passwordHash: "none",
    mustChangePassword: false,
    departmentId: await seedRootDepartment(db(), "Head office"),
    roleKeys: ["staff"],
  });
  const { sessionId } = await openSession(id, "password", META);
  const person = await loadPerson(sessionId);
  if (!person) throw new Error("no session");
  return { ...person, request: META };
}

/** Every passage a file version with a set of one slice. */
async function ingest(passages: string[]) {
  const actor = await makeActor();
  const signal = new AbortController().signal;
  const setIds: string[] = [];
  const numbers = new Map<string, number>();
  for (const [number, text] of passages.entries()) {
    const [fileId, versionId] = [v7(), v7()];
    await db()
      .insert(files)
      .values({ id: fileId, ownerId: actor.id, name: `${number}.txt`, status: "uploaded" });
    await db().insert(fileVersions).values({
      id: versionId,
      fileId,
      sha256: versionId,
      size: text.length,
      type: "text/plain",
      storageKey: versionId,
    });
    const piece = { number: 1, from: 0, to: text.length, text, blocks: [] };
    const { setId } = await segmentVersion({
      versionId,
      index: { pieces: [{ number: 1, from: 0, to: text.length, part: 1, partTo: 1 }], characters: text.length },
      readPiece: async () => piece,
      owner: "reading",
      segmentation: { mode: "none", maxTokens: 8000, overlap: 0 },
      signal,
    });
    await buildSet({ setId, viewer: actor, app: "document", signal });
    setIds.push(setId);
    numbers.set(setId, number);
  }
  return { actor, setIds, numbers };
}

/** Asks every question; the place of the first right passage, and how long it took. */
export async function runBench({ passages, questions }: QuestionSet, mode: SearchRequest["mode"], topK: number) {
  ready ??= ingest(passages);
  const { actor, setIds, numbers } = await ready;
  const ranks: { rank: number | null; ms: number }[] = [];
  for (const { text, right } of questions) {
    const begin = performance.now();
    const { hits } = await search(actor, { app: "document", setIds, query: text, topK, mode });
    const at = hits.findIndex(({ setId }) => right.has(numbers.get(setId)!));
    ranks.push({ rank: at < 0 ? null : at + 1, ms: performance.now() - begin });
  }
  return ranks;
}
