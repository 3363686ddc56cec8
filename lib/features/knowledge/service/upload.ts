import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { type BaseRow, updateBase } from "@/db/queries/knowledge/bases";
import { insertKnowledgeFile, renameKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { listFilesByFile, listNamesakes } from "@/db/queries/knowledge/files";
import { insertParsedVersion } from "@/db/queries/parsing/parsing";
import type { DocumentFormat } from "@/db/schema/parsing";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { fileTooLarge } from "@/lib/files/receive";
import { type StoredUpload, type UploadOutcome, type UploadRules, uploadFile, uploadFiles } from "@/lib/files/upload";
import type { Locale } from "@/lib/i18n/locales";
import { errorText } from "@/lib/i18n/translate";
import { declaredEncoding, formatOfUpload, inspectUpload } from "@/lib/parsing/inspect";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import type { KnowledgeFileDto } from "../dto";
import { folderPath, segmentationInput, type UploadNames } from "../schema";
import { requireBase } from "./bases";
import { KIND_OF } from "./file-kind";
import { assertNoDuplicate, PURPOSE, target, toFiles } from "./files";
import { startIndexing } from "./indexing";
import { type Place, placeName } from "./names";

type Refused = {
  id: null;
  name: string;
  status: "upload_failed";
  error: AppError["key"];
  message: string;
  existingId: string | null;
};

/**
 * Takes files into a base: multipart `files` (as many as the center lets one upload bring) with an optional `segmentation` as JSON and `hold=1` to have them read only until their settings are said, or the `uploadId` of a
 * resumable upload. Each is taken in or refused by itself. Throws notFound, knowledgeFilesLimit, and for a
 * single resumable one what refuses it.
 */
export async function addFiles(
  actor: Actor,
  baseId: string,
  { request, locale }: { request: Request; locale: Locale },
): Promise<{ items: (KnowledgeFileDto | Refused)[] }> {
  requirePermission(actor, P.KB_MANAGE);
  const base = await requireBase(actor, baseId, "manage");
  const { filesPerUpload: most } = await loadConfig("knowledgeLimits");
  const rules = rulesOf(actor, base);
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
  const outcomes: UploadOutcome[] = isForm
    ? await uploadFiles(actor, request, rules, {
        most,
        tooMany: () => new AppError("knowledgeFilesLimit", { args: { max: most } }),
      })
    : [{ file: await uploadFile(actor, request, rules) }];
  const stored = outcomes.flatMap((outcome) => ("file" in outcome ? [outcome.file.id] : []));
  const rows = new Map((await toFiles(await listFilesByFile(db(), baseId, stored))).map((row) => [row.fileId, row]));
  const items: (KnowledgeFileDto | Refused)[] = [];
  for (const outcome of outcomes) {
    if ("file" in outcome) {
      const row = rows.get(outcome.file.id);
      if (row) items.push(row);
      continue;
    }
    const { name, error } = outcome;
    const message = await errorText(locale, error.key, error.options.args);
    const existingId = (error.options.data as { id?: string } | undefined)?.id ?? null;
    items.push({ id: null, name, status: "upload_failed", error: error.key, message, existingId });
  }
  return { items };
}

/** What an upload into a base is judged by, and what it writes; `also`: what goes with the file of the base. */
export function rulesOf(
  actor: Actor,
  base: BaseRow,
  also?: (tx: Transaction, file: { id: string; versionId: string }) => Promise<void>,
): UploadRules & { purpose: string } {
  const formats = new Map<string, DocumentFormat>();
  return {
    purpose: PURPOSE,
    check: async (upload) => {
      segmentationOf(upload, base);
      await placeName(db(), actor, placeOf(upload, base));
      const format = formatOfUpload(upload);
      await assertTakenIn(upload, format);
      await assertNoDuplicate(db(), actor, base.id, upload);
      await inspectUpload(actor, { storageKey: upload.storageKey, format });
      formats.set(upload.versionId, format);
    },
    write: async (tx, upload) => {
      const { fileId, versionId, name, size, type } = upload;
      // The right may have been withdrawn, or the base deleted, while the bytes arrived.
      const { embeddingModelId } = await requireBase(actor, base.id, "manage", tx);
      await assertNoDuplicate(tx, actor, base.id, upload);
      const id = v7();
      const { folder } = placeOf(upload, base);
      const { name: kept } = await placeName(tx, actor, placeOf(upload, base));
      if (kept !== name) await renameKnowledgeFile(tx, fileId, kept);
      const { segmentation, isOwn } = segmentationOf(upload, base);
      const format = formats.get(versionId)!;
      await insertParsedVersion(tx, versionId, format, declaredEncoding(upload, format));
      const row = { id, baseId: base.id, fileId, ownerId: actor.id, folder };
      const isHeld = upload.fields.get("hold") === "1";
      await insertKnowledgeFile(tx, { ...row, isHeld, segmentation: isOwn ? segmentation : null });
      const indexing = { versionId, baseId: base.id, name: kept, size, segmentation, embeddingModelId, isHeld };
      await startIndexing(tx, actor, indexing);
      await updateBase(tx, base.id, { updatedAt: new Date() });
      const after = { size, type, baseId: base.id };
      await recordAuditEvent(tx, actor, { action: "knowledge.file.upload", target: target({ id, name: kept }), after });
      await also?.(tx, { id, versionId });
    },
  };
}

const MB = 1024 ** 2;

/** Throws fileTooLarge and knowledgeKindRefused where the center takes in less than the product. */
async function assertTakenIn({ size }: StoredUpload, format: DocumentFormat): Promise<void> {
  const { fileMb, kinds } = await loadConfig("knowledgeLimits");
  if (size > fileMb * MB) throw fileTooLarge(fileMb * MB);
  if (!kinds.includes(KIND_OF[format])) throw new AppError("knowledgeKindRefused");
}

/** How a file is cut: as its form says, else as its base does. Throws invalidInput. */
function segmentationOf({ fields }: StoredUpload, base: BaseRow): { segmentation: Segmentation; isOwn: boolean } {
  const given = fields.get("segmentation");
  if (!given) return { segmentation: base.segmentation as Segmentation, isOwn: false };
  try {
    const read = segmentationInput.safeParse(JSON.parse(given));
    if (read.success) return { segmentation: read.data, isOwn: true };
  } catch {
    // Not JSON: refused below.
  }
  throw new AppError("invalidInput", { data: { fields: { segmentation: "invalid" } } });
}

/** The folder its form names, else the root, and what it says of one of its name there. Throws invalidInput. */
function placeOf({ name, fields }: StoredUpload, base: BaseRow): Place {
  const read = folderPath.safeParse(fields.get("folder") ?? "");
  if (!read.success) throw new AppError("invalidInput", { data: { fields: { folder: "invalid" } } });
  return { baseId: base.id, folder: read.data, name, sameName: fields.get("sameName") === "keep" ? "keep" : "refuse" };
}

/** Which of these files have a namesake in their folder already. Throws notFound. */
export async function findTakenNames(actor: Actor, baseId: string, { files }: UploadNames) {
  requirePermission(actor, P.KB_MANAGE);
  await requireBase(actor, baseId, "manage");
  const items: { folder: string; name: string; id: string }[] = [];
  for (const [folder, asked] of Map.groupBy(files, (file) => file.folder)) {
    const names = asked.map(({ name }) => name);
    const rows = await listNamesakes(db(), subjectsOf(actor), { baseId, folder, names });
    items.push(...rows.map((row) => ({ ...row, folder })));
  }
  return { items };
}
