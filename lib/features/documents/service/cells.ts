import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { findDocument } from "@/db/queries/documents/documents";
import { endOpenCells, findColumn, listOpenCells, updateCell } from "@/db/queries/documents/tasks";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/dto";
import { judgeGroundedness } from "@/lib/conversation/groundedness";
import { AppError } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { Grounding } from "@/lib/grounding/grounding";
import { gather } from "@/lib/grounding/material";
import { passagesBlock } from "@/lib/grounding/passages";
import type { Source } from "@/lib/grounding/sources";
import { log } from "@/lib/log";
import { completeText } from "@/lib/models/complete";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { CELL_RULES } from "../prompt";
import { configOf, readingModel } from "./config";
import { documentSources } from "./sources";

/** Cells of one column answered at the same time. */
const SIDE_BY_SIDE = 2;
/** Quotes a cell holds where no language model writes it. */
const QUOTES = 2;

const inputSchema = z.object({ columnId: z.uuid() });
type Input = z.infer<typeof inputSchema>;
type Column = NonNullable<Awaited<ReturnType<typeof findColumn>>>;
type ColumnTask = HeldTask<Input, object>;

/** Answers the open cells of a column; each cell is a part that is done once. */
export const column = defineTask({
  kind: "column",
  input: inputSchema,
  anyOf: [P.DOCUMENT],
  atOnce: 2,
  steps: { answer: answerColumn },
  onEnd: async (tx, { input, status, failure }) => {
    if (status !== "done") {
      await endOpenCells(tx, input.columnId, { status: status === "cancelled" ? status : "failed", failure });
    }
  },
});

/** Cells were asked for while the last one was answered. */
class MoreCells extends Error {}

async function answerColumn(task: ColumnTask): Promise<void> {
  const { columnId } = task.input;
  const asked = await findColumn(db(), columnId);
  if (!asked) return;
  while (!task.isEnded) {
    await answerOpen(task, asked);
    const last = task.finish(async (tx) => {
      if ((await listOpenCells(tx, columnId)).open.length > 0) throw new MoreCells();
    });
    await last.catch((error: unknown) => {
      if (!(error instanceof MoreCells)) throw error;
    });
  }
}

async function answerOpen(task: ColumnTask, asked: Column): Promise<void> {
  const underWay = new Set<string>();
  const worker = async () => {
    for (;;) {
      task.signal.throwIfAborted();
      const { open } = await listOpenCells(db(), asked.id);
      const documentId = open.find((id) => !underWay.has(id));
      if (!documentId) return;
      underWay.add(documentId);
      await answerCell(task, asked, documentId).finally(() => underWay.delete(documentId));
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: SIDE_BY_SIDE }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Answers one cell; what goes wrong with it is told in it, and the others go on. */
async function answerCell(task: ColumnTask, asked: Column, documentId: string): Promise<void> {
  const at = { columnId: asked.id, documentId };
  const actor = await task.actor();
  await task.commit(async (tx) => {
    await updateCell(tx, at, ["waiting", "running"], { status: "running" });
    return {};
  });
  const end = await findAnswer(actor, asked, documentId, task.signal).then(
    (answer) => ({ status: "done" as const, failure: null, ...answer }),
    (error: unknown) => {
      task.signal.throwIfAborted();
      const failure = failureKey(error);
      if (failure === "unknown") log().error({ err: error, ...at }, "cell not answered");
      return { status: "failed" as const, failure };
    },
  );
  await task.commit(async (tx) => {
    await updateCell(tx, at, ["running"], end);
    const { open, total } = await listOpenCells(tx, asked.id);
    return { done: total - open.length, total };
  });
}

async function findAnswer(
  actor: Actor,
  { question, modelId, sessionId }: Column,
  documentId: string,
  signal: AbortSignal,
): Promise<{ text: string; citations: Citation[] }> {
  const document = await findDocument(db(), actor.id, documentId);
  const [source] = document ? await documentSources([document]) : [];
  if (!source) throw new AppError("documentNotReady");
  const config = await configOf(actor.id);
  const model = await readingModel(actor, config, modelId ?? undefined);
  return answerFrom(actor, { source, question, model, annotations: config.annotations, sessionId, signal });
}

interface CellQuestion {
  source: Source;
  question: string;
  model: ResolvedModel;
  annotations: boolean;
  sessionId: string;
  signal: AbortSignal;
}

async function answerFrom(
  actor: Actor,
  { source, question, model, annotations, sessionId, signal }: CellQuestion,
): Promise<{ text: string; citations: Citation[] }> {
  const material = await gather(actor, { app: APP.DOCUMENT, sources: [source], query: question, model, annotations });
  const answer = await completeText({
    actor,
    app: APP.DOCUMENT,
    model,
    messages: [
      { role: "system", content: CELL_RULES },
      { role: "user", content: `${passagesBlock(material.prompt)}\n\n${question}` },
    ],
    signal,
    sessionId,
  });
  const grounding = new Grounding({ ...material, sources: [source] });
  const text = grounding.push(isBuiltin(model) ? quotesOf(answer) : answer) + grounding.end();
  const citations = await grounding.settled();
  if (citations.length > 0)
    await judgeGroundedness(actor, { app: APP.DOCUMENT, cited: grounding.cited, signal, sessionId });
  return { text: text.trim(), citations };
}

/** What the built-in model quotes, without its introduction. */
function quotesOf(answer: string): string {
  const quotes = answer.split("\n").flatMap((line) => (line.startsWith("> ") ? line.slice(2) : []));
  return quotes.slice(0, QUOTES).join("\n\n");
}
