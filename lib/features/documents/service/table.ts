import "server-only";
import { db, type Transaction } from "@/db/client";
import { listChatDocuments } from "@/db/queries/documents/chats";
import { lockDocumentLimits } from "@/db/queries/documents/documents";
import {
  countColumns,
  insertColumn,
  listCells,
  listColumns,
  openCells,
  removeColumnRow,
} from "@/db/queries/documents/tasks";
import type { Actor } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/dto";
import { hrefIn } from "@/lib/conversation/areas";
import { AppError, isErrorKey, orNotFound } from "@/lib/errors/errors";
import { cancelTaskOf, startTask } from "@/lib/tasks/tasks";
import { ABOUT_DOCUMENTS } from "../conversation";
import type { DocumentTableDto } from "../dto";
import { COLUMNS_MAX, type NewColumn } from "../schema";
import { column } from "./cells";
import { ownChat } from "./chats";
import { configOf, readingModel } from "./config";
import { toChatDocument, withStates } from "./rows";

interface Asked {
  chatId: string;
  columnId: string;
  question: string;
  documentIds: string[];
  /** Also those that have an answer. */
  again: boolean;
}

/** One question per column, one document per row (spec D9). Throws notFound. */
export async function readTable(actor: Actor, chatId: string): Promise<DocumentTableDto> {
  await ownChat(actor, chatId);
  const [columns, rows, found] = await Promise.all([
    listColumns(db(), chatId),
    listChatDocuments(db(), actor.id, chatId),
    listCells(db(), chatId),
  ]);
  const documents = await withStates(rows, toChatDocument);
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
    const rows = await listChatDocuments(tx, actor.id, chatId);
    const documentIds = rows.map(({ id }) => id);
    await begin(tx, actor, { chatId, columnId, question: input.question.trim(), documentIds, again: false });
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
  const asked = orNotFound((await listColumns(db(), chatId)).find(({ id }) => id === columnId));
  const rows = await listChatDocuments(db(), actor.id, chatId);
  if (documentId && !rows.some(({ id }) => id === documentId)) throw new AppError("notFound");
  const known = await listCells(db(), chatId);
  const settled = new Set(
    known
      .filter((cell) => cell.columnId === columnId && !["failed", "cancelled"].includes(cell.status))
      .map((cell) => cell.documentId),
  );
  const documentIds = rows.map(({ id }) => id).filter((id) => (documentId ? id === documentId : !settled.has(id)));
  const { question } = asked;
  await db().transaction((tx) => begin(tx, actor, { chatId, columnId, question, documentIds, again: true }));
  return readTable(actor, chatId);
}

/** Ends open cells, of one question or of all. Throws notFound. */
export async function cancelCells(actor: Actor, chatId: string, columnId?: string): Promise<DocumentTableDto> {
  await ownChat(actor, chatId);
  await stop(chatId, columnId);
  return readTable(actor, chatId);
}

async function stop(chatId: string, columnId?: string): Promise<void> {
  for (const { id } of await listColumns(db(), chatId)) {
    if (!columnId || id === columnId) await cancelTaskOf(column, id);
  }
}

/** Opens the cells of some documents in a column, and has them answered. */
async function begin(
  tx: Transaction,
  owner: Actor,
  { chatId, columnId, question, documentIds, again }: Asked,
): Promise<void> {
  if (documentIds.length === 0) return;
  // The task first: its worker takes it before it writes to a cell.
  await startTask(tx, column, {
    owner,
    subject: columnId,
    input: { columnId },
    total: documentIds.length,
    titleArgs: { question },
    href: hrefIn(ABOUT_DOCUMENTS, chatId),
  });
  const cells = documentIds.map((documentId) => ({ columnId, documentId }));
  await openCells(tx, cells, again);
}
