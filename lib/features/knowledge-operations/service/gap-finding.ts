import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  countLoose,
  findGroupedBase,
  findLastByClock,
  insertEvent,
  insertGap,
  listLoose,
  listOpenTo,
  listUngrouped,
  listWords,
  markFindings,
  placeFindings,
  removeEmptyGaps,
  updateGap,
} from "@/db/queries/knowledge-operations/gap-changes";
import { listChangeable } from "@/db/queries/knowledge-operations/gaps";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { ownerNow } from "@/lib/auth/delegated";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { gapBoardHref } from "@/lib/features/knowledge/paths";
import { isHourDue } from "@/lib/jobs/hour";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { embeddingModel, embedTexts } from "@/lib/retrieval/build";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { cancelTaskOf, startTask } from "@/lib/tasks/tasks";
import { clusters, likeness, middle, type Placed, unit } from "../gap-clusters";
import { ALIKE, DAY_MS, GAP_DAYS, GROUPING_HOUR, REOPEN_DAYS } from "../gap-limits";
import type { GapFind } from "../gap-schema";
import { BOARD, scopeWith } from "./gap-scope";

/** Questions that are embedded and placed at once: what a killed server repeats at most. */
const CHUNK = 500;
/** Texts of a call of the embedding model, and characters of each that tell its meaning. */
const BATCH = 25;
const MEANT = 2000;
/** Questions the middle of a gap is made of anew, where another model counts. */
const RECENTERED = 20;
/** Bases one run of the clock begins to look at. */
const DUE = 2000;
/** Digits a stored middle keeps. */
const DIGITS = 1e4;

const inputSchema = z.object({ baseId: z.uuid() });
const stateSchema = z.object({
  /** The last question that was looked at. */
  after: z.uuid().nullable().default(null),
  placed: z.int().default(0),
});
type Finding = HeldTask<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** Puts questions of a base that were answered badly with others of their meaning; the base's owner pays for their vectors. */
export const gapFinding = defineTask({
  kind: "gapFinding",
  input: inputSchema,
  state: stateSchema,
  anyOf: BOARD,
  atOnce: 1,
  steps: { group },
});

const since = () => new Date(Date.now() - GAP_DAYS * DAY_MS);

/** Ids of the base, or of all the person manages: none too. Throws notFound, and noPermission for a base of another. */
async function changeable(actor: Actor, baseId: string | undefined): Promise<string[]> {
  const own = await listChangeable(db(), await scopeWith(actor, baseId), baseId);
  if (baseId && own.length === 0) throw new AppError("noPermission");
  return own;
}

/** Begins to group the questions of a base, or of all the person manages that have some. Throws notFound, noPermission. */
export async function beginFinding(actor: Actor, { baseId }: GapFind): Promise<{ count: number }> {
  const own = await changeable(actor, baseId);
  const due = baseId ? [baseId] : (await listUngrouped(db(), since(), DUE)).map(({ id }) => id);
  const begun = due.filter((id) => own.includes(id));
  await db().transaction(async (tx) => {
    for (const id of begun) await start(tx, actor, id);
    const target = { type: "knowledgeGap", id: baseId ?? actor.id };
    await recordAuditEvent(tx, actor, { action: "gap.find", target, after: { count: begun.length } });
  });
  return { count: begun.length };
}

async function start(tx: Transaction, owner: Actor | null, baseId: string): Promise<void> {
  const base = await findGroupedBase(tx, baseId);
  if (!base) return;
  await startTask(tx, gapFinding, {
    owner,
    subject: baseId,
    input: { baseId },
    total: await countLoose(tx, baseId, since()),
    titleArgs: { name: base.name },
    href: gapBoardHref(baseId),
  });
}

/** Ends the grouping of a base, or of all the person manages, whoever began it. Throws notFound, noPermission. */
export async function stopFinding(actor: Actor, { baseId }: GapFind): Promise<void> {
  for (const id of await changeable(actor, baseId)) await cancelTaskOf(gapFinding, id, actor);
}

/** By the clock: bases with new questions, once a day. */
export async function findDueGaps(now = new Date()): Promise<void> {
  const { timeZone } = await loadConfig("customConfig");
  if (!isHourDue(GROUPING_HOUR, timeZone, now, await findLastByClock(db(), gapFinding.kind))) return;
  for (const { id } of await listUngrouped(db(), since(), DUE)) {
    await db().transaction((tx) => start(tx, null, id));
  }
}

async function group(task: Finding): Promise<void> {
  const { baseId } = task.input;
  const base = await findGroupedBase(db(), baseId);
  if (!base) return;
  const asked = task.isOfProduct ? null : await task.actor();
  const request = { requestId: task.id, address: "", userAgent: "" };
  const payer = (await ownerNow(base.ownerId, [P.KB_MANAGE], request)) ?? asked;
  const model = payer && (await embeddingModel(payer));
  if (!payer || !model) {
    // Nobody waits for the clock: a base whose owner has no such model is looked at again tomorrow.
    if (task.isOfProduct) return;
    throw new AppError("noModel");
  }
  const work = { task, baseId, payer, model };
  await recenter(work);
  for (;;) {
    task.signal.throwIfAborted();
    const { after, placed } = task.state;
    const rows = await listLoose(db(), baseId, { since: since(), after, limit: CHUNK });
    if (rows.length === 0) break;
    const questions = rows.map(({ id, question }) => ({ id, words: wordsOf(question) }));
    const vectors = await vectorsOf(work, questions);
    const groups = await grouped(work, vectors);
    await task.commit(async (tx) => {
      const more = await place(tx, { baseId, modelId: model.id }, groups);
      const state = { after: rows.at(-1)!.id, placed: placed + more };
      return { state, done: state.placed, total: state.placed + (await countLoose(tx, baseId, since())) };
    });
  }
  await removeEmptyGaps(db(), baseId);
}

interface Work {
  task: Finding;
  baseId: string;
  payer: Actor;
  model: ResolvedModel;
}

const wordsOf = (parts: unknown): string =>
  textOfParts(parts as MessagePart[])
    .trim()
    .slice(0, MEANT);

async function vectorsOf(
  { task, payer, model }: Pick<Work, "task" | "payer" | "model">,
  questions: readonly { id: string; words: string }[],
): Promise<Placed[]> {
  const asked = questions.filter(({ words }) => words !== "");
  const found: Placed[] = [];
  for (let at = 0; at < asked.length; at += BATCH) {
    const batch = asked.slice(at, at + BATCH);
    const vectors = await embedTexts({
      viewer: payer,
      app: APP.KNOWLEDGE,
      model,
      inputs: batch.map(({ words }) => words),
      signal: task.signal,
    });
    for (const [index, { id }] of batch.entries()) found.push({ id, vector: vectors[index]! });
    task.tell(task.state.placed + found.length, Math.max(task.state.placed + asked.length, 1));
  }
  return found;
}

/** Gaps whose middle another model made get one of the model that counts now. */
async function recenter(work: Work): Promise<void> {
  const { baseId, model } = work;
  for (const gap of await openGaps(baseId)) {
    if (gap.modelId === model.id) continue;
    const rows = await listWords(db(), gap.id, RECENTERED);
    const vectors = await vectorsOf(
      work,
      rows.map(({ id, question }) => ({ id, words: wordsOf(question) })),
    );
    if (vectors.length === 0) continue;
    const center = stored(middle(vectors.map(({ vector }) => unit(vector))));
    await work.task.commit(async (tx) => {
      await updateGap(tx, gap.id, { center, modelId: model.id });
      return {};
    });
  }
}

const openGaps = (baseId: string) => listOpenTo(db(), baseId, new Date(Date.now() - REOPEN_DAYS * DAY_MS));

/** A question and how near the middle of its gap it is. */
interface Member {
  id: string;
  likeness: number;
}

/** Members of a gap there is, or of a new one. */
interface Group {
  gap: { id: string; state: string; ownerId: string | null } | null;
  center: number[];
  members: Member[];
}

/** Each question goes to the nearest gap there is; those that are like none are put together among themselves. */
async function grouped(
  { baseId, model }: Pick<Work, "baseId" | "model">,
  vectors: readonly Placed[],
): Promise<Group[]> {
  const atLeast = isBuiltin(model) ? ALIKE.words : ALIKE.meaning;
  const gaps = (await openGaps(baseId))
    .filter(({ modelId }) => modelId === model.id)
    .map((gap) => ({
      ...gap,
      vector: unit(gap.center as number[]),
      members: [] as Member[],
      added: [] as Float32Array[],
    }));
  const left: Placed[] = [];
  for (const one of vectors) {
    const vector = unit(one.vector);
    const best = gaps
      .map((gap) => ({ gap, near: likeness(vector, gap.vector) }))
      .reduce<{ gap: (typeof gaps)[number]; near: number } | null>((a, b) => (a && a.near >= b.near ? a : b), null);
    if (!best || best.near < atLeast) left.push(one);
    else {
      best.gap.members.push({ id: one.id, likeness: best.near });
      best.gap.added.push(vector);
    }
  }
  return [
    ...gaps
      .filter(({ members }) => members.length > 0)
      .map(({ id, state, ownerId, vector, members, added, questions }) => ({
        gap: { id, state, ownerId },
        center: stored(weighted(vector, questions, added)),
        members,
      })),
    ...clusters(left, atLeast).map(({ ids, center, likeness: near }) => ({
      gap: null,
      center: stored(center),
      members: ids.map((id, at) => ({ id, likeness: near[at]! })),
    })),
  ];
}

/** The middle after some questions came to those it stands for. */
function weighted(center: Float32Array, count: number, added: readonly Float32Array[]): Float32Array {
  const weight = Math.max(1, count);
  return middle([center.map((value) => value * weight), ...added]);
}

const stored = (center: Float32Array): number[] => Array.from(center, (value) => Math.round(value * DIGITS) / DIGITS);

/** Writes what was found, each find with its event; answers how many questions were placed. */
async function place(
  tx: Transaction,
  { baseId, modelId }: { baseId: string; modelId: string },
  groups: readonly Group[],
): Promise<number> {
  let placed = 0;
  for (const { gap, center, members } of groups) {
    const gapId = gap?.id ?? (await insertGap(tx, { baseId, center, modelId }));
    const questions = await placeFindings(tx, gapId, members);
    placed += questions;
    if (gap && questions > 0) {
      await updateGap(tx, gapId, { center, modelId });
      if (gap.state === "verified") await reopen(tx, gapId, gap.ownerId);
    }
    if (questions > 0) await insertEvent(tx, { gapId, kind: gap ? "added" : "found", facts: { count: questions } });
  }
  return placed;
}

/** It was not closed after all: whoever closed it is asked again. */
async function reopen(tx: Transaction, gapId: string, ownerId: string | null): Promise<void> {
  await updateGap(tx, gapId, { state: ownerId ? "assigned" : "open", dueAt: null });
  await markFindings(tx, gapId, "open");
  await insertEvent(tx, { gapId, kind: "reopened" });
}
