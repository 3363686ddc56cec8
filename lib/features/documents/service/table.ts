import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { findDocumentChat, listChatDocuments } from "@/db/queries/document-chats";
import {
  cancelOpenCells,
  countColumns,
  insertColumn,
  listCells,
  listColumns,
  openCells,
  removeColumnRow,
} from "@/db/queries/document-tasks";
import { lockDocumentLimits } from "@/db/queries/documents";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/types";
import { AppError, isErrorKey } from "@/lib/http/errors";
import { enqueue } from "@/lib/jobs/boss";
import { defineJob } from "@/lib/jobs/define";
import { parseStates } from "@/lib/parsing/state";
import { P } from "@/lib/permissions/codes";
import type { DocumentTableDto } from "../dto";
import { COLUMNS_MAX, type NewColumn } from "../schema";
import { cellKey, cells } from "./cells";
import { configOf, readingModel } from "./config";
import { toChatDocument } from "./rows";

interface CellAt {
  columnId: string;
  documentId: string;
}

/** Begins the cells that rows ask for. */
export const answerCellsJob = defineJob({
  name: "documents.cells",
  payload: z.object({ cells: z.array(z.object({ columnId: z.uuid(), documentId: z.uuid() })).max(COLUMNS_MAX * 10) }),
  attempts: 2,
  run: async ({ cells: asked }) => {
    for (const at of asked) cells.takeUp(cellKey(at));
  },
});

/** One question per column, one document per row (AHEAD D9). Throws notFound. */
export async function readTable(actor: Actor, chatId: string): Promise<DocumentTableDto> {
  await ownChat(actor, chatId);
  const [columns, rows, found] = await Promise.all([
    listColumns(db(), chatId),
    listChatDocuments(db(), actor.id, [chatId]),
    listCells(db(), chatId),
  ]);
  const states = await parseStates(rows.map((row) => row.versionId));
  const documents = rows.flatMap((row) => {
    const parse = states.get(row.versionId);
    return parse ? [toChatDocument(row, parse)] : [];
  });
  // Cells of documents that left the conversation, or went to the trash, are not shown.
  const shown = new Set(documents.map(({ documentId }) => documentId));
  const visible = found.filter(({ documentId }) => shown.has(documentId));
  return {
    columns: columns.map(({ id, question, modelId }) => ({ id, question, modelId })),
    documents,
    cells: visible.map(({ failure, citations, ...cell }) => ({
      ...cell,
      failure: failure && isErrorKey(failure) ? failure : null,
      citations: citations as Citation[],
    })),
    open: visible.filter(({ status }) => status === "waiting" || status === "running").length,
  };
}

/** Puts a question to every document of a conversation. Throws notFound, modelNotFound and invalidInput (too many questions). */
export async function addColumn(actor: Actor, chatId: string, input: NewColumn): Promise<DocumentTableDto> {
  await ownChat(actor, chatId);
  const model = input.modelId ? await readingModel(actor, await configOf(actor.id), input.modelId) : null;
  await db().transaction(async (tx) => {
    await lockDocumentLimits(tx);
    const { count, last } = await countColumns(tx, chatId);
    if (count >= COLUMNS_MAX) throw new AppError("invalidInput", { data: { fields: { question: "tooMany" } } });
    const columnId = await insertColumn(tx, {
      sessionId: chatId,
      userId: actor.id,
      question: input.question.trim(),
      position: last + 1,
      modelId: model?.id ?? null,
    });
    const rows = await listChatDocuments(tx, actor.id, [chatId]);
    await begin(tx, { cells: rows.map(({ id }) => ({ columnId, documentId: id })), again: false });
  });
  return readTable(actor, chatId);
}

/** Removes a question with its answers. Throws notFound. */
export async function removeColumn(actor: Actor, chatId: string, columnId: string): Promise<DocumentTableDto> {
  await ownChat(actor, chatId);
  await stop(chatId, columnId);
  if (!(await removeColumnRow(db(), chatId, columnId))) throw new AppError("notFound");
  return readTable(actor, chatId);
}

/**
 * Answers again: one cell whatever its state, or every cell of a column that has no answer, also those of documents that
 * joined the conversation later. Throws notFound.
 */
export async function retryCells(
  actor: Actor,
  chatId: string,
  { columnId, documentId }: { columnId: string; documentId?: string },
): Promise<DocumentTableDto> {
  await ownChat(actor, chatId);
  const columns = await listColumns(db(), chatId);
  if (!columns.some(({ id }) => id === columnId)) throw new AppError("notFound");
  const rows = await listChatDocuments(db(), actor.id, [chatId]);
  if (documentId && !rows.some(({ id }) => id === documentId)) throw new AppError("notFound");
  const known = await listCells(db(), chatId);
  const settled = new Set(
    known
      .filter((cell) => cell.columnId === columnId && !["failed", "cancelled"].includes(cell.status))
      .map((cell) => cell.documentId),
  );
  const wanted = rows.map(({ id }) => id).filter((id) => (documentId ? id === documentId : !settled.has(id)));
  await db().transaction((tx) => begin(tx, { cells: wanted.map((id) => ({ columnId, documentId: id })), again: true }));
  return readTable(actor, chatId);
}

/** Ends open cells, of one question or of all. Throws notFound. */
export async function cancelCells(actor: Actor, chatId: string, columnId?: string): Promise<DocumentTableDto> {
  await ownChat(actor, chatId);
  await stop(chatId, columnId);
  return readTable(actor, chatId);
}

async function stop(chatId: string, columnId?: string): Promise<void> {
  const columns = (await listColumns(db(), chatId)).filter(({ id }) => !columnId || id === columnId);
  const ended = await cancelOpenCells(
    db(),
    columns.map(({ id }) => id),
  );
  for (const at of ended) cells.abort(cellKey(at));
}

async function begin(tx: Transaction, { cells: wanted, again }: { cells: CellAt[]; again: boolean }): Promise<void> {
  if (wanted.length === 0) return;
  await openCells(tx, wanted, again);
  await enqueue(tx, answerCellsJob, { cells: wanted });
  for (const at of wanted) cells.takeUpSoon(cellKey(at));
}

async function ownChat(actor: Actor, chatId: string): Promise<void> {
  requirePermission(actor, P.DOCUMENT);
  if (!(await findDocumentChat(db(), actor.id, chatId))) throw new AppError("notFound");
}
