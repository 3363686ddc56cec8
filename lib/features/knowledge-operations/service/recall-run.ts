import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import {
  countResults,
  findRunToDo,
  insertResult,
  listPending,
  listScores,
  updateRun,
} from "@/db/queries/knowledge-operations/recall-runs";
import { namesOfFiles } from "@/db/queries/knowledge-operations/recall-sets";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { type RetrievalSettings, retrievalSettings } from "@/lib/config/knowledge-retrieval";
import { AppError } from "@/lib/errors/errors";
import type { Found } from "@/lib/features/knowledge/service/retrieval/found";
import { lookInto } from "@/lib/features/knowledge/service/retrieval/preview";
import { assertBaseWanted } from "@/lib/features/knowledge/service/wanted";
import { supplierFailures } from "@/lib/models/passing";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import type { RecallFigures } from "../recall-dto";
import { compareScores, meanScores, type Scores, scoresOf } from "../recall-figures";
import { RECALL_FOUND_MAX } from "../recall-limits";
import { type ExpectedPlace, placesIn, type RecallResult } from "../recall-places";

/** Questions of one look at the database. */
const BATCH = 20;

const inputSchema = z.object({ runId: z.uuid(), setId: z.uuid(), baseId: z.uuid(), upTo: z.uuid() });
type Running = HeldTask<z.infer<typeof inputSchema>, object>;

/**
 * Asks the questions of a test set, by one setting or by two beside each other. What became of each question is kept as soon as
 * it is known: whoever goes on asks the rest.
 */
export const recallRun = defineTask({
  kind: "recallRun",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  atOnce: 2,
  ofOneOwner: 1,
  steps: { ask },
  ...supplierFailures,
  onEnd: async (tx, { input, status }) => {
    if (status === "failed" || status === "cancelled")
      await updateRun(tx, input.runId, { state: status, finishedAt: new Date() });
  },
});

async function ask(task: Running): Promise<void> {
  const { runId, setId, baseId, upTo } = task.input;
  const run = await findRunToDo(db(), runId);
  if (!run) throw new AppError("notFound");
  // One that failed goes on.
  if (run.state !== "running") await updateRun(db(), runId, { state: "running", finishedAt: null });
  const first = retrievalSettings.parse(run.settings);
  const second = run.others === null ? null : retrievalSettings.parse(run.others);
  let done = await countResults(db(), runId);
  await task.keep({ done, total: Math.max(run.questions, done) });
  for (;;) {
    const items = await listPending(db(), { runId, setId, upTo }, BATCH);
    if (items.length === 0) break;
    for (const { id: itemId, question, expected } of items) {
      task.signal.throwIfAborted();
      const actor = await task.actor();
      await assertBaseWanted(baseId, actor);
      const asking = { baseId, question, expected: expected as ExpectedPlace[], signal: task.signal };
      const answers = {
        first: await answer(actor, asking, first),
        second: second && (await answer(actor, asking, second)),
      };
      await task.commit(async (tx) => {
        await insertResult(tx, { runId, itemId, ...answers });
        done += 1;
        return { done, total: Math.max(run.questions, done) };
      });
      await task.rest();
    }
  }
  const figures = figuresOf(await listScores(db(), runId), second !== null);
  await task.finish((tx) => updateRun(tx, runId, { state: "done", figures, questions: done, finishedAt: new Date() }));
}

interface Asking {
  baseId: string;
  question: string;
  expected: readonly ExpectedPlace[];
  signal: AbortSignal;
}

/** What a base finds for a question by some settings, as the person may search it. */
async function answer(
  actor: Actor,
  { baseId, question, expected, signal }: Asking,
  settings: RetrievalSettings,
): Promise<RecallResult> {
  const files = expected.map(({ fileId }) => fileId);
  const reachable = new Set((await namesOfFiles(db(), subjectsOf(actor), baseId, files)).keys());
  const { queries, rewriting, choice, beyond } = await lookInto(actor, { id: baseId, question, settings, signal });
  const kept = choice.kept.map(({ found }) => ({
    ...toSeen(found),
    beside: choice.around.filter(({ of }) => of === found.hit.sliceId).map(({ found: one }) => toSeen(one)),
  }));
  const cuts = [...choice.judged.filter(({ cut }) => cut !== null), ...beyond];
  const left = cuts.map(({ found, cut }) => ({ ...toSeen(found), cut }));
  const places = placesIn(expected, { kept, left }, reachable);
  const counted = places.filter(({ state }) => state !== "gone");
  return {
    places,
    scores: counted.length > 0 ? scoresOf(counted.map(({ rank }) => rank)) : null,
    queries: [...queries],
    rewriting,
    failed: choice.failed.map(({ helper }) => helper),
    found: [
      ...choice.kept.map(({ found, score }) => toFound(found, { score })),
      ...choice.around.map(({ found, of }) => toFound(found, { neighbourOf: of })),
      ...cuts.map(({ found, cut }) => toFound(found, { cut })),
    ].slice(0, RECALL_FOUND_MAX),
  };
}

const toSeen = ({ hit, set }: Found) => ({ fileId: set.fileId, text: `${hit.heading}\n${hit.text}` });

const toFound = (
  { hit, score }: Found,
  more: Partial<RecallResult["found"][number]>,
): RecallResult["found"][number] => ({ sliceId: hit.sliceId, score, cut: null, neighbourOf: null, ...more });

/** Figures over the questions that count on every side. */
export function figuresOf(rows: readonly { first: unknown; second: unknown }[], isCompared: boolean): RecallFigures {
  const counted = rows.filter(({ first, second }) => first !== null && (!isCompared || second !== null));
  const firsts = counted.map(({ first }) => first as Scores);
  const seconds = counted.map(({ second }) => second as Scores);
  return {
    first: meanScores(firsts),
    second: isCompared ? meanScores(seconds) : null,
    differences: isCompared ? compareScores(firsts, seconds) : null,
    counted: counted.length,
    left: rows.length - counted.length,
  };
}
