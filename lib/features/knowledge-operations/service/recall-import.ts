import "server-only";
import type { Readable } from "node:stream";
import { db } from "@/db/client";
import { insertRecallItems, listFilesNamed, listRecallQuestions } from "@/db/queries/knowledge-operations/recall-sets";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { headingKey } from "@/lib/files/heading-key";
import { fileTooLarge, receiveUpload } from "@/lib/files/receive";
import { readTable } from "@/lib/files/table-import";
import { LOCALES } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { storable } from "@/lib/text/storable";
import type { RecallImportedDto } from "../recall-dto";
import { columnsIn, IMPORT_COLUMNS, type ImportColumn, itemsIn } from "../recall-import";
import { IMPORT_PROBLEMS_SHOWN, RECALL_IMPORT_MAX, RECALL_ITEMS_MAX, RECALL_QUESTION_MAX } from "../recall-limits";
import { lockForItems, requireRecallSet, setTarget } from "./recall-access";

/** Of a file: a question that is too long must not look as if it were not. */
const CELLS = { cellMax: RECALL_QUESTION_MAX + 1, textMax: 12_000_000 };

/**
 * Questions of an .xlsx or .csv file with the columns question, file and words. Rows that are wrong are named; unless `skip`
 * says to leave them out nothing is taken over while there are any. Throws notFound, fileTooLarge, recallImportColumns,
 * recallItemLimit and what reading a table throws.
 */
export async function importRecallItems(
  actor: Actor,
  setId: string,
  { skip }: { skip: boolean },
  request: Request,
): Promise<RecallImportedDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { baseId } = await requireRecallSet(actor, setId);
  const { stored } = await receiveUpload(request, RECALL_IMPORT_MAX, collect);
  const cells = await readTable(stored, CELLS);
  const rows = cells.map((row) => row.map(storable));
  const headings = await headingsOf();
  const columns = columnsIn(rows, (text) => headings.get(headingKey(text)));
  if (!columns) throw new AppError("recallImportColumns");
  const named = await filesByName(actor, baseId, rows.slice(columns.top + 1), columns.at.file!);
  const known = new Set(await listRecallQuestions(db(), setId));
  const {
    items,
    problems,
    rows: count,
  } = itemsIn(rows, columns, {
    filesNamed: (name) => named.get(name.toLowerCase()) ?? [],
    isKnown: (question) => known.has(question),
  });
  const isTaken = items.length > 0 && (skip || problems.length === 0);
  if (isTaken) await insert(actor, setId, items);
  return {
    rows: count,
    added: isTaken ? items.length : 0,
    problems: problems.slice(0, IMPORT_PROBLEMS_SHOWN),
    problemCount: problems.length,
  };
}

async function insert(actor: Actor, setId: string, items: ReturnType<typeof itemsIn>["items"]): Promise<void> {
  if (items.length > RECALL_ITEMS_MAX) throw new AppError("recallItemLimit", { args: { max: RECALL_ITEMS_MAX } });
  await db().transaction(async (tx) => {
    const set = await requireRecallSet(actor, setId, tx);
    await lockForItems(tx, setId, items.length);
    await insertRecallItems(
      tx,
      items.map((item) => ({ ...item, setId, origin: "imported" as const })),
    );
    await recordAuditEvent(tx, actor, {
      action: "knowledge.recall.import",
      target: setTarget(set),
      after: { count: items.length },
    });
  });
}

async function collect(source: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > RECALL_IMPORT_MAX) throw fileTooLarge(RECALL_IMPORT_MAX);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Headings by which columns are known, in every language. */
async function headingsOf(): Promise<Map<string, ImportColumn>> {
  const headings = new Map<string, ImportColumn>();
  for (const locale of LOCALES) {
    const t = await areaTexts(locale, "knowledge-operations-tests");
    for (const column of IMPORT_COLUMNS) {
      headings.set(headingKey(t(`import.column.${column}`)), column);
      headings.set(headingKey(column), column);
    }
  }
  return headings;
}

/** By the name of a file in lower case the ids of those of the base that have it. */
async function filesByName(actor: Actor, baseId: string, rows: readonly string[][], at: number) {
  const names = new Set(rows.map((cells) => (cells[at] ?? "").trim()).filter((name) => name !== ""));
  const found = names.size === 0 ? [] : await listFilesNamed(db(), subjectsOf(actor), baseId, [...names]);
  const byName = new Map<string, string[]>();
  for (const { id, name } of found) {
    const key = name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), id]);
  }
  return byName;
}
