import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { discardFiles, findReadableFile } from "@/db/queries/files/files";
import { countQas, insertQas, listTakenKeys } from "@/db/queries/knowledge/qas";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { fileStore } from "@/lib/files/storage";
import { readTable } from "@/lib/files/table-import";
import { uploadFile } from "@/lib/files/upload";
import { LOCALES } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { enqueue } from "@/lib/jobs/boss";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { startTask } from "@/lib/tasks/tasks";
import { keptText } from "@/lib/text/line";
import { cut } from "@/lib/text/storable";
import { wordsKey } from "@/lib/text/words-key";
import { QA_ANSWER_MAX, QA_MAX } from "../../limits";
import { centerQaHref, qaHref } from "../../paths";
import { QA_ROW_REASONS, type QaRowReason } from "../../qa-dto";
import { lockScope, phrasesOf, type QaScope, requireScope } from "./scope";
import { columnsOf, QA_COLUMNS, type ReadQa, readRow } from "./table";
import { makeQaVectors } from "./vectors";
import { momentsOf } from "./write";

/** Of the files pairs are imported from, until they are taken in. */
const PURPOSE = "knowledge-qa";
/** An answer of full length fits a cell, and one character more tells that it is too long. */
const TABLE = { cellMax: QA_ANSWER_MAX + 1, textMax: 24_000_000 };
/** Rows of one transaction. */
const BATCH = 50;
/** Rows that were not taken which are told one by one. */
const ROWS_TOLD = 200;
/** Characters of a row's question that say which it is. */
const SHOWN = 80;

const inputSchema = z.object({ baseId: z.uuid().nullable(), fileId: z.uuid(), fileName: keptText });
const stateSchema = z.object({
  /** Rows that were looked at. */
  at: z.int().default(0),
  added: z.int().default(0),
  skipped: z.int().default(0),
  refused: z.int().default(0),
  rows: z.array(z.object({ row: z.int(), reason: z.enum(QA_ROW_REASONS), text: keptText })).default([]),
});
type State = z.infer<typeof stateSchema>;
type Import = HeldTask<z.infer<typeof inputSchema>, State>;

export const importSubject = (baseId: string | null) => baseId ?? "center";

/** Pairs of a table file, some rows at a time; what was taken in stays when it is cancelled. */
export const qaImport = defineTask({
  kind: "knowledgeQaImport",
  anyOf: [P.KB_MANAGE, P.KB_CENTER],
  input: inputSchema,
  state: stateSchema,
  atOnce: 1,
  steps: { import: importRows },
  onEnd: async (tx, { input, status }) => {
    // One that failed can be tried again.
    if (status !== "failed") await discardFiles(tx, PURPOSE, { id: input.fileId });
  },
});

/**
 * Takes in pairs of an .xlsx or .csv file: a form with the file, or the `uploadId` of a resumable upload. The rows follow in
 * the background. Throws noPermission, notFound, qaBusy, qaColumns, and what an upload and reading a table throw.
 */
export async function beginQaImport(
  actor: Actor,
  baseId: string | undefined,
  request: Request,
): Promise<{ id: string }> {
  const scope = await requireScope(actor, baseId);
  let taskId = "";
  await uploadFile(actor, request, {
    purpose: PURPOSE,
    check: async ({ storageKey }) => {
      await readRows(storageKey);
    },
    write: async (tx, { fileId, name }) => {
      taskId = await startImport(tx, actor, scope, { fileId, fileName: name });
    },
  });
  if (!taskId) throw new AppError("notFound");
  return { id: taskId };
}

async function startImport(
  tx: Transaction,
  actor: Actor,
  { baseId, base }: QaScope,
  file: { fileId: string; fileName: string },
): Promise<string> {
  const { id, isNew } = await startTask(tx, qaImport, {
    owner: actor,
    subject: importSubject(baseId),
    input: { baseId, ...file },
    titleArgs: { name: file.fileName },
    href: baseId ? qaHref(baseId) : centerQaHref,
  });
  if (!isNew) throw new AppError("qaBusy");
  await recordAuditEvent(tx, actor, {
    action: "knowledge.qa.import",
    target: { type: "knowledgeQa", id: baseId ?? "center", name: base?.name ?? "" },
    after: { baseId, file: file.fileName },
  });
  return id;
}

/** Throws qaColumns, importEmpty, and what reading a table throws. */
async function readRows(storageKey: string) {
  const parts: Buffer[] = [];
  for await (const part of await (await fileStore()).read(storageKey)) parts.push(part as Buffer);
  const cells = await readTable(Buffer.concat(parts), TABLE);
  const top = cells.findIndex((row) => row.some((cell) => cell.trim() !== ""));
  if (top < 0) throw new AppError("importEmpty");
  const columns = columnsOf(cells[top]!, await headings());
  if (!columns) throw new AppError("qaColumns");
  const rows = cells.slice(top + 1).flatMap((row, index) =>
    // A row is called by its number in the file.
    row.some((cell) => cell.trim() !== "") ? [{ row: top + 2 + index, cells: row }] : [],
  );
  if (rows.length === 0) throw new AppError("importEmpty");
  return { columns, rows };
}

/** What the columns are called, in all languages: an export of any of them comes back. */
async function headings() {
  const texts = await Promise.all(LOCALES.map((locale) => areaTexts(locale, "knowledge-qa")));
  return new Map(QA_COLUMNS.map((column) => [column, texts.map((t) => t(`column.${column}`))]));
}

async function importRows(task: Import): Promise<void> {
  const { baseId, fileId } = task.input;
  const owner = await task.actor();
  const file = await findReadableFile(db(), owner.id, fileId);
  if (!file) throw new AppError("notFound");
  const { columns, rows } = await readRows(file.storageKey);
  const { timeZone } = await loadConfig("customConfig");
  while (task.state.at < rows.length) {
    const actor = await task.actor();
    const batch = rows.slice(task.state.at, task.state.at + BATCH);
    const read = batch.map(({ row, cells }) => ({ row, cells, qa: readRow(cells, columns) }));
    await task.commit(async (tx, { state }) => {
      // It may have been withdrawn, or the base deleted, since the rows before.
      const scope = await requireScope(actor, baseId, tx);
      await lockScope(tx, scope);
      const next = await takeRows(tx, actor, scope, { state, read, timeZone });
      return { state: { ...next, at: state.at + batch.length }, done: state.at + batch.length, total: rows.length };
    });
    await task.rest();
  }
  await task.finish((tx) => enqueue(tx, makeQaVectors, { baseId, authorId: owner.id }));
}

interface Taking {
  state: State;
  read: readonly { row: number; cells: readonly string[]; qa: ReadQa | QaRowReason }[];
  timeZone: string;
}

/** Takes in the rows that hold; the others are told by their number and reason. */
async function takeRows(tx: Transaction, actor: Actor, { baseId }: QaScope, { state, read, timeZone }: Taking) {
  const next = { ...state, rows: [...state.rows] };
  const keys = read.flatMap(({ qa }) => (typeof qa === "string" ? [] : [qa.question, ...qa.synonyms].map(wordsKey)));
  const taken = await listTakenKeys(tx, baseId, keys);
  let room = QA_MAX - (await countQas(tx, baseId));
  const made: Parameters<typeof insertQas>[1][number][] = [];
  const refuse = (row: number, reason: QaRowReason, text: string) => {
    if (reason === "duplicate") next.skipped += 1;
    else next.refused += 1;
    if (next.rows.length < ROWS_TOLD) next.rows.push({ row, reason, text: cut(text, SHOWN) });
  };
  for (const { row, cells, qa } of read) {
    if (typeof qa === "string") {
      refuse(row, qa, cells.find((cell) => cell.trim() !== "") ?? "");
      continue;
    }
    const { validFrom, validUntil, ...words } = qa;
    if (taken.has(wordsKey(words.question))) {
      refuse(row, "duplicate", words.question);
      continue;
    }
    if (room <= 0) {
      refuse(row, "full", words.question);
      continue;
    }
    // What another pair is found by already is no synonym of this one.
    const synonyms = words.synonyms.filter((text) => !taken.has(wordsKey(text)));
    const phrases = phrasesOf({ question: words.question, synonyms });
    for (const { key } of phrases) taken.add(key);
    const days = momentsOf({ validFrom, validUntil }, timeZone);
    made.push({ id: v7(), baseId, ...words, synonyms, ...days, authorId: actor.id, origin: "imported", phrases });
    room -= 1;
  }
  await insertQas(tx, made);
  next.added += made.length;
  return next;
}

/** Files whose import failed long ago. */
export async function discardQaImports(before: Date): Promise<void> {
  await discardFiles(db(), PURPOSE, { before });
}
