import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { discardFiles, findReadableFile } from "@/db/queries/files/files";
import { insertHandSlices } from "@/db/queries/knowledge/base-copies";
import { type BaseRow, insertBase } from "@/db/queries/knowledge/bases";
import { updateKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { type ArchiveFile, type StoredArchive, withArchive } from "@/lib/files/archive";
import { ReadFailure } from "@/lib/files/readers/failure";
import { keepFile, uploadFile } from "@/lib/files/upload";
import { sizeLimit } from "@/lib/files/volume";
import { notify } from "@/lib/mail/notify";
import { listUsableModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { lastTask, startTask } from "@/lib/tasks/tasks";
import { linesIn } from "@/lib/text/lines-in";
import {
  ARCHIVE_ENTRIES_MAX,
  type ArchivedFile,
  type ArchivedSlice,
  type ArchiveManifest,
  archivedSlice,
  archiveManifest,
  MANIFEST,
  MANIFEST_BYTES_MAX,
  SLICE_LINE_MAX,
  SLICES_BYTES_MAX,
} from "../base-archive";
import { SLICES_SHOWN_MAX } from "../limits";
import { dataSetHref } from "../paths";
import { assertRoomForBase, requireBase } from "./bases";
import { PURPOSE as FILE_PURPOSE } from "./files";
import { insertArchivedQas, prepareQas } from "./qa/archived";
import { rulesOf } from "./upload";

/** Of the archives while they are taken in. */
const PURPOSE = "knowledge-base";

const inputSchema = z.object({ baseId: z.uuid(), archiveId: z.uuid() });
const stateSchema = z.object({ done: z.int().default(0), refused: z.int().default(0) });
type Import = HeldTask<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** The files of an archive become those of a new base, one by one; each is read and indexed by a task of its own. */
export const baseImport = defineTask({
  kind: "knowledgeBaseImport",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  state: stateSchema,
  atOnce: 1,
  steps: { import: importFiles },
  // One that failed can be tried again.
  onEnd: async (tx, { input, status }) => {
    if (status !== "failed") await discardFiles(tx, PURPOSE, { id: input.archiveId });
  },
});

/**
 * Makes a new base of an exported one, with its pairs of question and answer: a form with the archive as `file`, or the `uploadId` of a resumable upload. Its files
 * follow in the background. Throws baseArchiveUnreadable, baseArchiveTooBig, baseLimit, and what an upload throws.
 */
export async function importBase(actor: Actor, request: Request): Promise<{ id: string }> {
  requirePermission(actor, P.KB_MANAGE);
  let made = "";
  let manifest: ArchiveManifest | undefined;
  let embeddingModelId: string | null = null;
  let prepared: ReturnType<typeof prepareQas> = [];
  const { id: archiveId } = await uploadFile(actor, request, {
    purpose: PURPOSE,
    check: async (archive) => {
      manifest = await readManifest(archive);
      embeddingModelId = await usableModelId(actor, manifest.base.embeddingModel);
      prepared = prepareQas(manifest.qas);
    },
    write: async (tx, { fileId }) => {
      made = await beginImport(tx, actor, fileId, { ...manifest!, embeddingModelId });
      await insertArchivedQas(tx, actor, { baseId: made, prepared });
    },
  });
  // An upload that is finished once more answers the file it became then; its task knows the base.
  const id = made || (await lastTask(db(), baseImport, archiveId))?.input.baseId;
  if (!id) throw new AppError("notFound");
  return { id };
}

/** The model of a name that makes vectors for this person; null where there is none. */
async function usableModelId(actor: Actor, embeddingModel: string | null | undefined): Promise<string | null> {
  if (!embeddingModel) return null;
  const models = await listUsableModels(actor);
  return models.find(({ type, name }) => type === "vector" && name === embeddingModel)?.id ?? null;
}

async function beginImport(
  tx: Transaction,
  actor: Actor,
  archiveId: string,
  { base, files, embeddingModelId }: ArchiveManifest & { embeddingModelId: string | null },
): Promise<string> {
  await assertRoomForBase(tx, actor);
  const id = v7();
  const { embeddingModel: _, ...settings } = base;
  const row = { ...settings, id, ownerId: actor.id, visibility: "self" as const };
  await insertBase(tx, { ...row, embeddingModelId });
  await startTask(tx, baseImport, {
    owner: actor,
    subject: archiveId,
    input: { baseId: id, archiveId },
    total: files.length,
    titleArgs: { name: base.name },
    href: dataSetHref(id),
  });
  const target = { type: "knowledgeBase", id, name: base.name };
  await recordAuditEvent(tx, actor, { action: "knowledge.base.import", target, after: { fileCount: files.length } });
  return id;
}

/** Exports that were uploaded and never taken in whole. */
export async function discardImports(before: Date): Promise<void> {
  await discardFiles(db(), PURPOSE, { before });
}

async function importFiles(task: Import): Promise<void> {
  const { baseId, archiveId } = task.input;
  const owner = await task.actor();
  const archive = await findReadableFile(db(), owner.id, archiveId);
  if (!archive) throw new AppError("notFound");
  const most = await sizeLimit(FILE_PURPOSE);
  const { files } = await readManifest(archive);
  await inArchive(archive, async (open) => {
    while (task.state.done < files.length) {
      task.signal.throwIfAborted();
      const actor = await task.actor();
      // It may have been withdrawn, or deleted, since the file before.
      const base = await requireBase(actor, baseId, "manage");
      const isTaken = await importFile(actor, base, { open, file: files[task.state.done]!, most });
      const done = task.state.done + 1;
      const refused = task.state.refused + (isTaken ? 0 : 1);
      await task.keep({ state: { done, refused }, done, total: files.length });
    }
  });
  // Asked for before the transaction: the embedded database serves nobody else until that ends.
  const actor = await task.actor();
  await task.finish(async (tx) => {
    const { name } = await requireBase(actor, baseId, "manage", tx);
    const { done: count, refused } = task.state;
    const args = { name, count: count - refused, refused };
    await notify(tx, [{ userId: owner.id, kind: "baseImported", args, href: dataSetHref(baseId) }]);
  });
}

/** What stops the import instead of leaving one file out: none of the others would fit either. */
const NO_ROOM: readonly ErrorKey[] = ["storageFull", "volumeExceeded"];

/** False when the file is refused as an upload of it would be; the others go on. Throws storageFull, volumeExceeded. */
async function importFile(
  actor: Actor,
  base: BaseRow,
  { open, file, most }: { open: ArchiveFile; file: ArchivedFile; most: number },
): Promise<boolean> {
  const read = async () => {
    const bytes = await open.read(file.path, most);
    return bytes && { bytes, hands: await readHands(open, file) };
  };
  const found = await read().catch((error: unknown) => {
    if (error instanceof ReadFailure) return null;
    throw error;
  });
  if (!found) return false;
  const { bytes, hands } = found;
  const { folder, segmentation, tags, name } = file;
  const rules = rulesOf(actor, base, async (tx, { id, versionId }) => {
    const [validFrom, validUntil] = [dateOf(file.validFrom), dateOf(file.validUntil)];
    await updateKnowledgeFile(tx, id, { tags, validFrom, validUntil });
    await insertHandSlices(
      tx,
      hands.map((hand) => toHandRow(hand, { knowledgeFileId: id, versionId })),
    );
  });
  const fields = new Map([
    ["folder", folder],
    ["sameName", "keep"],
  ]);
  if (segmentation) fields.set("segmentation", JSON.stringify(segmentation));
  try {
    await keepFile(actor, bytes, name, rules, fields);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || NO_ROOM.includes(error.key)) throw error;
    // Whoever takes the task up again meets the file it took in before.
    return error.key === "knowledgeFileExists";
  }
}

const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso));

function toHandRow(slice: ArchivedSlice, of: { knowledgeFileId: string; versionId: string }) {
  const { from, to, page: part, pageTo: partTo, heading, text, isDisabled, order, hand } = slice;
  const { anchor, reason, isAdded, place } = hand!;
  return {
    ...of,
    from,
    to,
    part,
    partTo,
    heading,
    anchor,
    text,
    isDisabled,
    reason,
    isAdded,
    place,
    isOpen: order === null,
  };
}

/** Slices people made of a file; the others are cut again from its original. Lines that cannot be read are none. */
async function readHands(open: ArchiveFile, file: ArchivedFile): Promise<ArchivedSlice[]> {
  const hands: ArchivedSlice[] = [];
  await open.stream(file.slices, SLICES_BYTES_MAX, async (bytes) => {
    for await (const line of linesIn(bytes, SLICE_LINE_MAX)) {
      if (!/"hand"\s*:\s*\{/.test(line)) continue;
      const read = archivedSlice.safeParse(jsonOf(line));
      if (read.success && read.data.hand && hands.length < SLICES_SHOWN_MAX) hands.push(read.data);
    }
  });
  return hands;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws baseArchiveUnreadable, baseArchiveTooBig. */
function readManifest(archive: StoredArchive): Promise<ArchiveManifest> {
  return inArchive(archive, async (open) => {
    const bytes = await open.read(MANIFEST, MANIFEST_BYTES_MAX);
    const read = archiveManifest.safeParse(bytes && jsonOf(bytes.toString("utf8")));
    if (!read.success) throw new AppError("baseArchiveUnreadable");
    return read.data;
  });
}

async function inArchive<T>(archive: StoredArchive, work: (open: ArchiveFile) => Promise<T>): Promise<T> {
  try {
    return await withArchive(archive, ARCHIVE_ENTRIES_MAX, work);
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    throw new AppError(error.key === "importTooLarge" ? "baseArchiveTooBig" : "baseArchiveUnreadable");
  }
}
