import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { claimCell, listUnheldCells, updateHeldCell } from "@/db/queries/document-tasks";
import { findDocument } from "@/db/queries/documents";
import type { Actor } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/types";
import { Grounding } from "@/lib/grounding/grounding";
import { gather } from "@/lib/grounding/material";
import { passagesBlock } from "@/lib/grounding/passages";
import type { Source } from "@/lib/grounding/sources";
import { AppError } from "@/lib/http/errors";
import { failureKey } from "@/lib/http/known-failure";
import { TaskQueue } from "@/lib/jobs/task-queue";
import { log } from "@/lib/log";
import { completeText } from "@/lib/models/complete";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { runtime } from "@/lib/runtime";
import { CELL_RULES } from "../prompt";
import { APP, actorOf } from "./ask";
import { configOf, readingModel } from "./config";
import { heldWork, LEASE_SECONDS } from "./held-work";
import { documentSources } from "./sources";
import { judgeSupport } from "./support";

/** Cells answered at once in one process. */
const AT_ONCE = 3;
const BATCH = 500;
/** Quotes a cell holds where no language model writes it. */
const QUOTES = 2;

interface CellAt {
  columnId: string;
  documentId: string;
}

export const cellKey = ({ columnId, documentId }: CellAt) => `${columnId} ${documentId}`;

/** Columns take turns: the table of one person does not keep those of others waiting. */
export const cells = new TaskQueue(
  "cells",
  AT_ONCE,
  (key, signal) => {
    const [columnId = "", documentId = ""] = key.split(" ");
    return runCell({ columnId, documentId }, signal);
  },
  (key) => key.split(" ")[0] ?? "",
);

/** Answers one cell, if nobody else is at work on it. Safe to run twice: only who holds the row writes. */
export async function runCell(at: CellAt, signal: AbortSignal): Promise<void> {
  const leaseId = v7();
  const task = await claimCell(db(), at, leaseId, LEASE_SECONDS);
  if (!task) return;
  type Patch = Parameters<typeof updateHeldCell>[3];
  const write = (patch: Patch, seconds: number | null) => updateHeldCell(db(), at, leaseId, patch, seconds);
  await heldWork(signal, {
    renew: () => write({}, LEASE_SECONDS),
    work: async (held) => {
      const actor = await actorOf(task.userId, leaseId);
      if (!actor) throw new AppError("noPermission");
      const document = await findDocument(db(), task.userId, at.documentId);
      const [source] = document ? await documentSources([document]) : [];
      if (!source) throw new AppError("documentNotReady");
      const model = await readingModel(actor, await configOf(actor.id), task.modelId ?? undefined);
      const { question, sessionId } = task;
      const answer = await answerCell(actor, { source, question, model, sessionId, signal: held });
      await write({ status: "done", failure: null, ...answer }, null);
    },
    release: () => write({ status: "waiting" }, null),
    fail: (error) => {
      const failure = failureKey(error);
      if (failure === "unknown") log().error({ err: error, ...at }, "cell not answered");
      return write({ status: "failed", failure }, null);
    },
    isStopping: () => runtime.stopping,
  });
}

interface CellTask {
  source: Source;
  question: string;
  model: ResolvedModel;
  sessionId: string;
  signal: AbortSignal;
}

async function answerCell(
  actor: Actor,
  { source, question, model, sessionId, signal }: CellTask,
): Promise<{ text: string; citations: Citation[] }> {
  const material = await gather(actor, { app: APP, sources: [source], query: question, model });
  const answer = await completeText({
    actor,
    app: APP,
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
  if (citations.length > 0) await judgeSupport(actor, { cited: grounding.cited, signal, sessionId });
  return { text: text.trim(), citations };
}

/** What the built-in model quotes, without its introduction. */
function quotesOf(answer: string): string {
  const quotes = answer.split("\n").flatMap((line) => (line.startsWith("> ") ? line.slice(2) : []));
  return quotes.slice(0, QUOTES).join("\n\n");
}

/** What nobody holds is taken up (SECURITY CR-02). */
export async function takeUpCells(): Promise<void> {
  for (const at of await listUnheldCells(db(), BATCH)) cells.takeUp(cellKey(at));
}
