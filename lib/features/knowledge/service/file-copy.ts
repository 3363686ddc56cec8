import "server-only";
import { v7 } from "uuid";
import type { Transaction } from "@/db/client";
import { copyHandSlices, type FileToCopy, insertCopiedFile } from "@/db/queries/knowledge/base-copies";
import { type BaseRow, updateBase } from "@/db/queries/knowledge/bases";
import { renameKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { insertParsedVersion, storeReading } from "@/db/queries/parsing/parsing";
import type { Actor } from "@/lib/auth/actor";
import { fileStore } from "@/lib/files/storage";
import { keepCopy, keepNewVersion, type StoredUpload, type UploadRules } from "@/lib/files/upload";
import { copyReading } from "@/lib/parsing/store";
import type { Segmentation } from "@/lib/retrieval/types";
import { PURPOSE, requireFile } from "./files";
import { startIndexing } from "./indexing";
import { putInPlace } from "./versions";

interface CopyPlace {
  base: BaseRow;
  folder: string;
  /** How it is cut from now on; null: as the base says. */
  segmentation: Segmentation | null;
  /** Judges it in the transaction that writes it, and names it. */
  name?(tx: Transaction): Promise<string>;
}

/**
 * One file into another base with its bytes, what reading them gave and the slices people made: nothing is read, described or
 * embedded for money once more (spec F4). Its bytes are the actor's, with their volume. Throws ObjectMissing where they are
 * lost.
 */
export async function copyFile(
  actor: Actor,
  file: FileToCopy,
  { base, folder, segmentation, name }: CopyPlace,
): Promise<void> {
  const id = v7();
  await withReading(file, ({ check, keep }) =>
    keepCopy(actor, file, {
      purpose: PURPOSE,
      check,
      write: async (tx, { fileId, versionId, size, ...upload }) => {
        await keep(tx, versionId);
        const kept = name ? await name(tx) : upload.name;
        if (kept !== upload.name) await renameKnowledgeFile(tx, fileId, kept);
        await insertCopiedFile(tx, file.row, { id, baseId: base.id, fileId, folder, segmentation });
        await copyHandSlices(tx, file.id, { fileId: id, versionId });
        await startIndexing(tx, actor, {
          ...{ versionId, baseId: base.id, name: kept, size, embeddingModelId: base.embeddingModelId },
          segmentation: segmentation ?? (base.segmentation as Segmentation),
        });
        await updateBase(tx, base.id, { updatedAt: new Date() });
      },
    }),
  );
}

/**
 * The bytes of one file, what reading them gave and the slices people made, as the newest version of another, which answers as
 * before until that is whole (spec F5). `before` is called in the transaction. Throws notFound, knowledgeFileExists, ObjectMissing.
 */
export async function copyAsVersion(
  actor: Actor,
  file: FileToCopy,
  { replaces, before }: { replaces: string; before?(tx: Transaction): Promise<void> },
): Promise<void> {
  const { file: target } = await requireFile(actor, replaces, "manage");
  const source = await (await fileStore()).read(file.storageKey);
  await withReading(file, ({ check, keep }) =>
    keepNewVersion(
      actor,
      { fileId: target.fileId, name: file.name, source },
      {
        purpose: PURPOSE,
        ownerId: target.uploaderId ?? undefined,
        check,
        write: async (tx, upload) => {
          await keep(tx, upload.versionId);
          await before?.(tx);
          await copyHandSlices(tx, file.id, { fileId: target.id, versionId: upload.versionId });
          await putInPlace(tx, actor, target, upload);
        },
      },
    ),
  );
}

interface Keeping {
  check: NonNullable<UploadRules["check"]>;
  keep(tx: Transaction, versionId: string): Promise<void>;
}

/** What reading a file gave goes to where its bytes go, and leaves nothing where that fails. */
async function withReading(file: FileToCopy, work: (keeping: Keeping) => Promise<unknown>): Promise<void> {
  const { versionId: from, format, encoding } = file;
  let reading: Awaited<ReturnType<typeof copyReading>> = null;
  const check = async ({ storageKey }: StoredUpload) => {
    reading = await copyReading(from, storageKey);
  };
  const keep = async (tx: Transaction, versionId: string) => {
    await insertParsedVersion(tx, versionId, format, encoding);
    if (reading) await storeReading(tx, versionId, reading.index);
  };
  try {
    await work({ check, keep });
  } catch (error) {
    await (reading as Awaited<ReturnType<typeof copyReading>>)?.pieces.remove();
    throw error;
  }
}
