import "server-only";
import { Readable } from "node:stream";
import { z } from "zod";
import { db } from "@/db/client";
import { discardFiles, findReadableFile, type ReadableFile } from "@/db/queries/files/files";
import { type FileToCopy, listFilesToCopy, measureFilesToCopy } from "@/db/queries/knowledge/base-copies";
import type { BaseRow } from "@/db/queries/knowledge/bases";
import { findAnsweringSet, type HandRow, listHandSlices, listSlicesAfter } from "@/db/queries/knowledge/slices";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError, isErrorKey } from "@/lib/errors/errors";
import { ObjectMissing } from "@/lib/errors/object-missing";
import { serveArchive } from "@/lib/files/serve";
import { fileStore } from "@/lib/files/storage";
import { keepMade } from "@/lib/files/upload";
import { type ZipEntry, zipped } from "@/lib/files/zip";
import { notify } from "@/lib/mail/notify";
import { listUsableModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { lastTask, startTask } from "@/lib/tasks/tasks";
import { cut } from "@/lib/text/storable";
import {
  ARCHIVE_BYTES_MAX,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchivedFile,
  type ArchivedSlice,
  type ArchiveManifest,
  ENTRY_NAME_MAX,
  MANIFEST,
} from "../base-archive";
import type { BaseExportDto } from "../export-dto";
import { BATCH_FILES_MAX } from "../limits";
import { exportHref } from "../paths";
import { requireBase } from "./bases";
import { assertOffered } from "./center-offer";
import { archivedQas } from "./qa/archived";
import { ownSettings } from "./retrieval/settings";

/** Of the files exports are kept as, until they are swept. */
const PURPOSE = "knowledge-export";
const BATCH = 20;
/** Slices of one look at the database. */
const SLICES = 500;

const inputSchema = z.object({ baseId: z.uuid() });
const stateSchema = z.object({
  fileId: z.uuid().optional(),
  files: z.int().default(0),
  leftOut: z.int().default(0),
});
type Export = HeldTask<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** A base as an archive that others can read (spec P4). */
export const baseExport = defineTask({
  kind: "knowledgeBaseExport",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  state: stateSchema,
  atOnce: 1,
  isToldByRows: true,
  steps: { write: writeArchive },
});

/** Each person's export of a base is their own: what they may see of it is in it. */
const subjectOf = (actor: Pick<Actor, "id">, baseId: string) => `${baseId} ${actor.id}`;

/** Has a base written to an archive; the earlier one is gone. Throws notFound, notOffered, baseArchiveTooBig. */
export async function beginExport(actor: Actor, baseId: string): Promise<BaseExportDto> {
  requirePermission(actor, P.KB_MANAGE);
  await assertOffered("exports");
  const { bytes, seen } = await measureFilesToCopy(db(), subjectsOf(actor), baseId);
  if (bytes > ARCHIVE_BYTES_MAX || seen > BATCH_FILES_MAX) throw new AppError("baseArchiveTooBig");
  const { file } = await lastExport(actor, baseId);
  await db().transaction(async (tx) => {
    const base = await requireBase(actor, baseId, "manage", tx);
    if (file) await discardFiles(tx, PURPOSE, { id: file.fileId });
    await startTask(tx, baseExport, {
      owner: actor,
      subject: subjectOf(actor, baseId),
      input: { baseId },
      total: seen,
      titleArgs: { name: base.name },
      href: exportHref(baseId),
    });
    const target = { type: "knowledgeBase", id: baseId, name: base.name };
    await recordAuditEvent(tx, actor, { action: "knowledge.base.export", target, after: { fileCount: seen } });
  });
  return readExport(actor, baseId);
}

/** How far the person's last export of a base is. Throws notFound. */
export async function readExport(actor: Actor, baseId: string): Promise<BaseExportDto> {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, baseId, "manage");
  const { task, file } = await lastExport(actor, baseId);
  const failure = task?.status === "failed" ? task.failure : null;
  return {
    taskId: task?.id ?? null,
    // One that was swept leaves nothing to take.
    status: task?.status === "done" && !file ? null : (task?.status ?? null),
    error: failure === null ? null : isErrorKey(failure) ? failure : "unknown",
    progress: task && task.total > 0 ? Math.floor((100 * task.done) / task.total) : 0,
    size: file?.size ?? 0,
    files: task?.state.files ?? 0,
    leftOut: task?.state.leftOut ?? 0,
    finishedAt: task?.finishedAt?.toISOString() ?? null,
  };
}

/** Hands out the person's own export, while they may still manage the base. Throws notFound. */
export async function downloadExport(actor: Actor, baseId: string): Promise<Response> {
  requirePermission(actor, P.KB_MANAGE);
  const base = await requireBase(actor, baseId, "manage");
  const { file } = await lastExport(actor, baseId);
  if (!file) throw new AppError("notFound");
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "knowledge.base.download",
      target: { type: "knowledgeBase", id: baseId, name: base.name },
    }),
  );
  return serveArchive(await (await fileStore()).read(file.storageKey), file.name, file.size);
}

async function lastExport(actor: Actor, baseId: string) {
  const task = await lastTask(db(), baseExport, subjectOf(actor, baseId));
  const fileId = task?.status === "done" ? task.state.fileId : undefined;
  const file: ReadableFile | null = fileId ? await findReadableFile(db(), actor.id, fileId) : null;
  return { task, file };
}

/** Exports that have waited for long. */
export async function discardExports(before: Date): Promise<void> {
  await discardFiles(db(), PURPOSE, { before });
}

async function writeArchive(task: Export): Promise<void> {
  const { baseId } = task.input;
  const actor = await task.actor();
  const base = await requireBase(actor, baseId, "manage");
  const { timeZone } = await loadConfig("customConfig");
  const written: ArchivedFile[] = [];
  const { all, seen } = await measureFilesToCopy(db(), subjectsOf(actor), baseId);
  const archive = { base, leftOut: all - seen, total: seen, written };
  await keepMade({
    ownerId: actor.id,
    name: `${base.name.replace(/[/\\]/g, "_")}-${dayIn(timeZone)}.zip`,
    purpose: PURPOSE,
    source: zipped(entriesOf(task, archive)),
    commit: (fileId, write) =>
      task.finish(
        async (tx) => {
          // Whoever lost the right meanwhile gets nothing.
          await requireBase(actor, baseId, "manage", tx);
          await write(tx);
          const args = { name: base.name };
          await notify(tx, [{ userId: actor.id, kind: "baseExported", args, href: exportHref(baseId) }]);
        },
        { state: { fileId, files: written.length, leftOut: archive.leftOut } },
      ),
  });
}

interface Archive {
  base: BaseRow;
  leftOut: number;
  total: number;
  written: ArchivedFile[];
}

async function* entriesOf(task: Export, { base, leftOut, total, written }: Archive): AsyncGenerator<ZipEntry> {
  let after: string | null = null;
  for (;;) {
    // The right may be withdrawn, or a file be hidden, while the archive is written.
    const actor = await task.actor();
    await requireBase(actor, base.id, "manage");
    const files: FileToCopy[] = await listFilesToCopy(db(), subjectsOf(actor), base.id, { after, limit: BATCH });
    if (files.length === 0) break;
    for (const file of files) {
      task.signal.throwIfAborted();
      after = file.id;
      const bytes = await original(file);
      if (!bytes) continue;
      const archived = archivedAs(file, written.length + 1);
      yield { name: archived.path, content: bytes };
      yield { name: archived.slices, content: Readable.from(linesOf(file, archived)) };
      written.push(archived);
      task.tell(written.length, total);
    }
  }
  yield {
    name: MANIFEST,
    content: JSON.stringify(await manifestOf(await task.actor(), base, leftOut, written)),
  };
}

/** Null for a file whose bytes are lost: the others can leave. */
async function original({ storageKey }: FileToCopy): Promise<Readable | null> {
  try {
    return await (await fileStore()).read(storageKey);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

function archivedAs({ row, name, size, sha256, format }: FileToCopy, number: number): ArchivedFile {
  const lead = String(number).padStart(5, "0");
  return {
    // The number alone tells entries apart; the name is there for people.
    path: `files/${lead}-${cut(name.replace(/[/\\:]/g, "_"), ENTRY_NAME_MAX)}`,
    slices: `slices/${lead}.jsonl`,
    ...{ name, format, size, sha256, folder: row.folder, tags: row.tags },
    validFrom: row.validFrom?.toISOString() ?? null,
    validUntil: row.validUntil?.toISOString() ?? null,
    segmentation: row.segmentation as Segmentation | null,
    sliceCount: 0,
  };
}

/** A line for each slice that answers, then those that wait for a place. */
async function* linesOf({ id, row, name }: FileToCopy, archived: ArchivedFile): AsyncGenerator<string> {
  const hands = new Map((await listHandSlices(db(), id)).map((hand) => [hand.id, hand]));
  const set = row.readyVersionId
    ? await findAnsweringSet(db(), { versionId: row.readyVersionId, baseId: row.baseId })
    : null;
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    const slices = set ? await listSlicesAfter(db(), set.id, last, SLICES) : [];
    if (slices.length === 0) break;
    for (const {
      from,
      to,
      part,
      partTo,
      heading,
      text,
      tokens,
      parent,
      isDisabled,
      handId,
      ordinal,
      picture,
    } of slices) {
      last = ordinal;
      archived.sliceCount += 1;
      const hand = handId ? hands.get(handId) : undefined;
      const place = { order: archived.sliceCount, page: part, pageTo: partTo, from, to, tokens, parent };
      const isPicture = picture ? { isPicture: true as const } : {};
      yield lineOf({ file: name, ...place, ...isPicture, text, heading, isDisabled, hand: hand ? handOf(hand) : null });
    }
  }
  for (const hand of hands.values()) {
    if (!hand.isOpen) continue;
    const { text, heading, part, partTo, from, to, isDisabled } = hand;
    const place = { order: null, page: part, pageTo: partTo, from, to, tokens: 0, parent: null };
    yield lineOf({ file: name, ...place, text, heading, isDisabled, hand: handOf(hand) });
  }
}

const lineOf = (slice: ArchivedSlice) => `${JSON.stringify(slice)}\n`;

const handOf = ({ anchor, reason, isAdded, place }: HandRow): ArchivedSlice["hand"] => ({
  ...{ anchor, reason, isAdded, place },
});

async function manifestOf(
  actor: Actor,
  base: BaseRow,
  leftOut: number,
  files: ArchivedFile[],
): Promise<ArchiveManifest> {
  const { name, description, icon, type, segmentation, embeddingModelId } = base;
  const {
    rerankModelId: _r,
    rewriteModelId: _w,
    filterModelId: _f,
    selectModelId: _s,
    ...retrieval
  } = ownSettings(base.retrieval);
  const model = (await listUsableModels(actor)).find(({ id }) => id === embeddingModelId);
  return {
    ...{ format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, exportedAt: new Date().toISOString() },
    base: {
      ...{ name, description, icon: icon as ArchiveManifest["base"]["icon"], type, retrieval },
      segmentation: segmentation as Segmentation,
      embeddingModel: model?.name ?? null,
    },
    leftOut,
    files,
    qas: await archivedQas(base.id),
  };
}
