import "server-only";
import type { Readable } from "node:stream";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertImport, lockImports, supersedeImports } from "@/db/queries/organisation/imports";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { displayName } from "@/lib/files/names";
import { fileTooLarge, receiveUpload } from "@/lib/files/receive";
import { readTable } from "@/lib/files/table-import";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { endAsCancelled, startTask } from "@/lib/tasks/tasks";
import { cut } from "@/lib/text/storable";
import { type ImportTable, readImportTable } from "../import/columns";
import { IMPORT_BYTES_MAX } from "../import/limits";
import type { ImportUpload } from "../import/schema";
import { importCheck } from "./import-check";
import { headingsOf } from "./import-headings";
import { IMPORT_CODES, type ImportOptions } from "./import-plan";
import { taskOf } from "./import-work";

/**
 * Takes a file in and has it checked. What the person uploaded before and did not carry out is given up. Throws
 * noPermission, fileTooLarge, importColumns, importEmpty and what reading a table throws.
 */
export async function uploadImport(
  actor: Actor,
  { kind, updateExisting, createDepartments }: ImportUpload,
  request: Request,
  locale: Locale,
): Promise<{ id: string }> {
  requirePermission(actor, IMPORT_CODES[kind]);
  if (createDepartments && !hasPermission(actor, P.ORG_DEPT)) throw new AppError("noPermission");
  const { stored } = await receiveUpload(request, IMPORT_BYTES_MAX, async (source, name) => {
    return { name: displayName(name), bytes: await collect(source) };
  });
  const table = readImportTable(await readTable(stored.bytes), kind, await headingsOf(kind));
  if ("key" in table) throw await asError(table, locale);
  const id = v7();
  const ignored = table.header.filter((text, index) => text !== "" && table.columns[index] === null).map(short);
  const options: ImportOptions = { updateExisting, createDepartments, ignored };
  await db().transaction(async (tx) => {
    await lockImports(tx, kind);
    for (const taskId of await supersedeImports(tx, actor.id, kind)) await endAsCancelled(tx, taskId);
    await insertImport(tx, {
      id,
      kind,
      ownerId: actor.id,
      fileName: stored.name,
      rows: storable(table),
      options: options as unknown as Record<string, unknown>,
      total: table.rows.length,
    });
    const run = { id, kind, fileName: stored.name, total: table.rows.length };
    await startTask(tx, importCheck, { owner: actor, ...taskOf(run) });
    await recordAuditEvent(tx, actor, {
      action: "org.import.upload",
      target: { type: "import", id, name: stored.name },
      after: { kind, rows: table.rows.length, updateExisting, createDepartments },
    });
  });
  return { id };
}

async function collect(source: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > IMPORT_BYTES_MAX) throw fileTooLarge(IMPORT_BYTES_MAX);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function asError(
  failure: Extract<ReturnType<typeof readImportTable>, { key: string }>,
  locale: Locale,
): Promise<AppError> {
  if (failure.key !== "importColumns") return new AppError(failure.key);
  const t = await areaTexts(locale, "organisation-imports");
  const names = failure.names.map((column) => t(`column.${column}`)).join(locale === "zh_CN" ? "、" : ", ");
  return new AppError("importColumns", { args: { names } });
}

const short = (text: string) => cut(text.toWellFormed().replace(/\p{Cc}/gu, ""), 60);

/** JSON in the database takes no NUL and no half characters; as a replacement mark they are refused with their row. */
function storable(table: ImportTable): ImportTable {
  const clean = (text: string) => text.toWellFormed().replaceAll("\0", "\u0001");
  return {
    ...table,
    header: table.header.map(clean),
    rows: table.rows.map(([row, cells]) => [row, cells.map(clean)]),
  };
}
