import "server-only";
import type { ChatBaseRow } from "@/db/queries/knowledge/chats";
import type { Actor } from "@/lib/auth/actor";
import type { Working } from "@/lib/conversation/kind";
import type { SourcesAsked } from "@/lib/conversation/question-sources";
import { type GroundedMaterial, materialBudget } from "@/lib/grounding/material";
import { log } from "@/lib/log";
import { textOfParts } from "@/lib/stream/history";
import type { StepFinding } from "@/lib/stream/parts";
import type { Found } from "../retrieval/found";
import { asIs, planRewrites, rewriteFor } from "../retrieval/queries";
import { type BaseFinds, searchBases } from "../retrieval/search-bases";
import { selectSlices } from "../retrieval/select-slices";
import { centerSettings, settingsOf } from "../retrieval/settings";
import { materialOf } from "./material";
import type { Query } from "./rewrite";

type Base = Pick<ChatBaseRow, "id" | "retrieval">;

interface Asked extends SourcesAsked {
  /** Those the question was put to, as they were then. */
  bases: readonly Base[];
  /** Those of the bases asked that the person may use at a moment. Throws basesGone for none. */
  usable: (actor: Actor) => Promise<{ bases: readonly Base[]; withdrawn: number }>;
  /** Slices that answer, at most. */
  topK: number;
  /** False: the question is searched as it stands. */
  rewrite: boolean;
}

/** A question this short leans on the one before it ("and in 2024?"), where no model makes it stand by itself, characters. */
const SHORT_QUESTION = 40;

/**
 * What bases hold of a question, by their settings and the rights of the moment, found in steps the reader sees; null where
 * they hold nothing of it.
 */
export async function findMaterial(input: Asked, working: Working): Promise<GroundedMaterial | null> {
  const queries = await rewritten(input, working);
  const finds = await searched(input, queries, working);
  if (finds.every(({ found }) => found.length === 0)) {
    working.steps.skip("selection", "nothingFound");
    return null;
  }
  const kept = await selected(input, finds, working);
  if (kept.length === 0) return null;
  const actor = await working.actorNow();
  const material = await materialOf(actor, kept, materialBudget(input.model) - input.used);
  if (material.passages.length > 0) return material;
  await input.usable(actor);
  return null;
}

/** By the id of a base the words it is searched by: the question, by itself and in other languages where that is needed. */
type Queries = ReadonlyMap<string, readonly Query[]>;

/** Rewrites the question for the bases that are set to have it rewritten, once for each model that does. */
async function rewritten(input: Asked, working: Working): Promise<Queries> {
  const { question, path, sessionId, model, bases } = input;
  const { steps, signal } = working;
  const actor = await working.actorNow();
  const center = await centerSettings();
  const asItStands = withEarlier(question, path);
  const queries = new Map<string, readonly Query[]>(bases.map(({ id }) => [id, asItStands]));
  const asking = { question, path, isOff: !input.rewrite, modelId: model.id };
  const asked = bases.map(({ id, retrieval }) => ({ id, settings: settingsOf(retrieval, center, input.retrieval) }));
  const plan = await planRewrites(actor, { ...asking, bases: asked });
  if (plan.wishes.length === 0) {
    const isOff = [...plan.states.values()].every((state) => state === "off" || state === "noModel");
    steps.skip("rewrite", isOff ? "off" : "notNeeded");
    return queries;
  }
  try {
    return await steps.do("rewrite", async (_, step) => {
      const done = await rewriteFor(actor, asking, plan, { sessionId, signal, onCost: step.spend });
      step.found.push(...done.made.map(({ text }) => ({ kind: "query" as const, text })));
      return new Map([...queries, ...done.queries]);
    });
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err, sessionId }, "question not rewritten; searched as it stands");
    return queries;
  }
}

/** Without a model that could say what a short question leans on, the one before it is searched too. */
function withEarlier(question: string, path: Asked["path"]): Query[] {
  const before = path.find(({ role }) => role === "user");
  const above = [...question].length < SHORT_QUESTION && before ? textOfParts(before.parts) : "";
  return [asIs(question), ...(above ? [asIs(`${question}\n${above}`)] : [])];
}

/** Rights may have been withdrawn since the question was asked: bases are what they are at this moment. */
async function searched(input: Asked, queries: Queries, working: Working): Promise<BaseFinds[]> {
  const { question, sessionId, app } = input;
  const { steps, signal } = working;
  const finds = await steps.do("search", async (facts, step) => {
    const actor = await working.actorNow();
    const [{ bases, withdrawn }, center] = await Promise.all([input.usable(actor), centerSettings()]);
    const searches = bases.map(({ id, retrieval }) => ({
      id,
      settings: settingsOf(retrieval, center, input.retrieval),
      queries: queries.get(id) ?? [asIs(question)],
    }));
    const answer = await searchBases(actor, searches, { app, sessionId, onCost: step.spend });
    for (const { id, found, ms } of answer) {
      step.found.push({ kind: "base", text: "", baseId: id, slices: found.length, files: countFiles(found), ms });
    }
    const all = answer.flatMap(({ found }) => found);
    Object.assign(facts, { slices: all.length, files: countFiles(all), withdrawn });
    return answer;
  });
  signal.throwIfAborted();
  return finds;
}

const countFiles = (found: readonly Found[]) => new Set(found.map(({ set }) => set.fileId)).size;

/** Slices that are shown although they were not selected. */
const SHOWN_MORE = 4;

/** What answers: the selected slices, and behind them those that go along. */
async function selected(input: Asked, finds: readonly BaseFinds[], working: Working): Promise<Found[]> {
  const { question, topK, sessionId, app } = input;
  const { steps, signal } = working;
  const kept = await steps.do("selection", async (facts, step) => {
    const choice = await selectSlices(await working.actorNow(), {
      question,
      finds,
      limit: topK,
      needsRelation: true,
      calls: { app, sessionId, onCost: step.spend, signal },
    });
    const left = choice.judged.filter(({ cut }) => cut !== null).slice(0, SHOWN_MORE);
    step.found.push(...choice.kept.map(({ found }) => foundSlice(found, true)));
    step.found.push(...left.map(({ found }) => foundSlice(found, false)));
    const scores = choice.kept.map(({ found }) => rounded(found.score));
    Object.assign(facts, {
      kept: choice.kept.length,
      lowest: scores.length > 0 ? Math.min(...scores) : 0,
      reranked: String(choice.isReranked),
      around: choice.around.length,
      failed: choice.failed.length > 0 ? "some" : "none",
    });
    return [...choice.kept, ...choice.around].map(({ found }) => found);
  });
  signal.throwIfAborted();
  return kept;
}

const rounded = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * 100) / 100;

const foundSlice = ({ hit, set, score }: Found, isKept: boolean): StepFinding => ({
  kind: "slice",
  text: set.fileName,
  baseId: set.baseId,
  versionId: hit.versionId,
  sliceId: hit.sliceId,
  part: hit.part,
  score: rounded(score),
  isKept,
});
