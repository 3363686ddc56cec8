// Bases of many slices for `bench:knowledge`, and how soon the product's own recall answers over them.

import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { v7 } from "uuid";
import { db, engine } from "@/db/client";
import { listAnsweringSets } from "@/db/queries/knowledge/answering-sets";
import { insertBase } from "@/db/queries/knowledge/bases";
import { makeGraph, markGraphed } from "@/db/queries/retrieval/graph";
import { insertSliceVectors, listNearest, listSlicesOfSet, setEmbeddingModel } from "@/db/queries/retrieval/retrieval";
import { knowledgeBases, knowledgeFiles } from "@/db/schema/knowledge";
import { users } from "@/db/schema/organisation";
import { grants } from "@/db/schema/permissions";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { env } from "@/lib/config/env";
import type { Visibility } from "@/lib/config/visibility";
import { recall } from "@/lib/features/knowledge/service/recall";
import { resolveFor } from "@/lib/models/registry";
import { indexText } from "@/lib/retrieval/index-text";
import { indexWords } from "@/lib/retrieval/index-words";
import { SPACE_BYTES } from "@/lib/retrieval/set-index";
import { madeVector } from "./made-vectors.mjs";
import { ingest, makeActor, SLICED, signedIn } from "./retrieval-run";

const DIMENSIONS = 1024;
/** Slices of a file. */
const EACH = 50;
/** Bases of one file besides the large ones. */
const SMALL_BASES = 497;
const SMALL_EACH = 10;
const TOP = 10;
/** One file of so many of the large base is kept to its owner. */
const HIDDEN_EACH = 3;

export const BASES = { large: "large", middle: "middle", little: "little" };

interface Filled {
  name: string;
  texts: readonly string[];
  visibility: Visibility;
  isHidden?(file: number): boolean;
}

const vectorOf = (text: string): number[] => [...(madeVector(text, DIMENSIONS) as Float32Array)];

/** How many texts `fill` takes for a large base of so many slices. */
export const textsFor = (slices: number) => slices + slices / 10 + slices / 100 + SMALL_BASES * SMALL_EACH;

/**
 * 500 bases: a large one, one of a tenth and one of a hundredth of it, and little ones. Their words go through the product's own
 * segmentation; the vectors are made here, and their graph at once instead of by the job. Nothing is done where it is there.
 */
export async function fill(texts: readonly string[], slices: number, tell: (line: string) => void): Promise<void> {
  const known = await db().select({ id: knowledgeBases.id }).from(knowledgeBases).limit(1);
  if (known.length > 0) return;
  const owner = await makeActor("owner");
  const reader = await makeActor("reader");
  let taken = 0;
  const take = (count: number) => {
    taken += count;
    return texts.slice(taken - count, taken);
  };
  const sizes = { large: slices, middle: slices / 10, little: slices / 100 };
  const isHidden = (file: number) => file % HIDDEN_EACH === 0;
  const begin = performance.now();
  await fillBase(owner, { name: BASES.large, texts: take(sizes.large), visibility: "all", isHidden });
  const granted: string[] = [];
  granted.push(await fillBase(owner, { name: BASES.middle, texts: take(sizes.middle), visibility: "partial" }));
  granted.push(await fillBase(owner, { name: BASES.little, texts: take(sizes.little), visibility: "partial" }));
  for (let at = 0; at < SMALL_BASES; at++) {
    const id = await fillBase(owner, { name: `small ${at}`, texts: take(SMALL_EACH), visibility: "partial" });
    if (at === 0) granted.push(id);
  }
  await db()
    .insert(grants)
    .values(
      granted.map((resourceId) => ({
        resourceType: "knowledge_base",
        resourceId,
        subjectType: "user" as const,
        subjectId: reader.id,
        right: "view" as const,
      })),
    );
  tell(`${taken} slices stored in ${seconds(begin)} s`);
  await indexWords({ from: SPACE_BYTES, signal: new AbortController().signal });
  tell(`their words in the index after ${seconds(begin)} s`);
  if (engine() === "postgres") await graph(tell);
  await db().execute(sql`analyze`);
}

async function fillBase(owner: Actor, { name, texts, visibility, isHidden }: Filled): Promise<string> {
  const id = v7();
  const model = await resolveFor(owner, "embedding");
  await insertBase(db(), { id, ownerId: owner.id, name, icon: "book", visibility, segmentation: SLICED });
  for (let from = 0; from < texts.length; from += EACH) {
    const text = texts.slice(from, from + EACH).join("\n\n");
    const stored = { name: `${name} ${from}`, text, segmentation: SLICED, owner: id, isWordsOnly: true };
    const { setId, fileId, versionId } = await ingest(owner, stored);
    const slices = await listSlicesOfSet(db(), setId);
    await insertSliceVectors(
      db(),
      slices.map((slice) => ({
        sliceId: slice.id,
        modelId: model.id,
        setId,
        dimensions: DIMENSIONS,
        embedding: vectorOf(indexText(slice)),
        isGraphed: engine() === "postgres",
      })),
    );
    await setEmbeddingModel(db(), setId, model.id);
    await markGraphed(db(), setId, engine() === "postgres");
    await db()
      .insert(knowledgeFiles)
      .values({
        id: v7(),
        baseId: id,
        fileId,
        ownerId: owner.id,
        status: "ready",
        readyVersionId: versionId,
        sliceCount: slices.length,
        visibility: isHidden?.(from / EACH) ? "self" : "all",
      });
  }
  return id;
}

const seconds = (begin: number) => Math.round((performance.now() - begin) / 1000);

async function graph(tell: (line: string) => void): Promise<void> {
  const begin = performance.now();
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  await client.query("set maintenance_work_mem = '1GB'");
  await makeGraph(drizzle(client), DIMENSIONS);
  await client.end();
  tell(`graph of vectors made in ${seconds(begin)} s`);
}

async function person(account: string): Promise<Actor> {
  const [row] = await db().select({ id: users.id }).from(users).where(sql`account = ${account}`);
  return signedIn(row!.id);
}

async function baseIds(names: readonly string[]): Promise<string[]> {
  const rows = await db().select({ id: knowledgeBases.id, name: knowledgeBases.name }).from(knowledgeBases);
  const byName = new Map(rows.map(({ id, name }) => [name, id]));
  return names.map((name) => byName.get(name)!);
}

interface Asked {
  account: "owner" | "reader";
  bases: readonly string[];
  questions: readonly string[];
}

export interface Times {
  slices: number;
  /** Milliseconds of the whole call and of its parts, by question. */
  vector: number[];
  lexical: number[];
  hybrid: number[];
  /** Part of the nearest slices that the search by vectors found. */
  found: number;
}

/** Asks each question by vectors and by both sides. The vector of a question is there: another base was asked before. */
export async function measure({ account, bases, questions }: Asked): Promise<Times> {
  const viewer = await person(account);
  const ids = await baseIds(bases);
  const [small] = await baseIds(["small 0"]);
  const ask = async (query: string, mode: "vector" | "union", of = ids) => {
    const begin = performance.now();
    const answer = await recall(viewer, { baseIds: of, query, mode, topK: TOP });
    return { ...answer, ms: performance.now() - begin };
  };
  const sets = await listAnsweringSets(subjectsOf(viewer), ids);
  const setIds = sets.map(({ id }) => id);
  const byBase = Map.groupBy(sets, ({ baseId }) => baseId);
  const model = await resolveFor(viewer, "embedding");
  const [counted] = (
    await db().execute<{ slices: number }>(
      sql`select sum(slice_count)::int as slices from slice_sets where id = any(${sql.param(setIds)}::uuid[])`,
    )
  ).rows;
  const times: Times = { slices: Number(counted?.slices), vector: [], lexical: [], hybrid: [], found: 0 };
  const asked: { query: string; hits: readonly { sliceId: string }[] }[] = [];
  for (const [at, query] of questions.entries()) {
    await ask(query, "vector", [small!]);
    const byVector = await ask(query, "vector");
    const byBoth = await ask(query, "union");
    if (at < WARMING) continue;
    times.vector.push(byVector.timings.vector);
    times.lexical.push(byBoth.timings.lexical);
    times.hybrid.push(byBoth.ms);
    asked.push({ query, hits: byVector.hits });
  }
  // Not between the calls that are timed: an exact sort over all vectors leaves nothing else in the memory of the database.
  for (const { query, hits } of asked) {
    const vector = vectorOf(query);
    // Lists of several bases become one by places, not by likeness: each base is looked at by itself.
    for (const [baseId, members] of byBase) {
      const own = members.map(({ id }) => id);
      const nearest = await listNearest({ setIds: own, modelId: model.id, vector }, TOP);
      const found = new Set(
        (byBase.size === 1 ? hits : (await ask(query, "vector", [baseId])).hits).map(({ sliceId }) => sliceId),
      );
      times.found += nearest.filter(({ id }) => found.has(id)).length / nearest.length / byBase.size / asked.length;
    }
  }
  return times;
}

/** Questions that are asked before any is measured. */
export const WARMING = 10;
