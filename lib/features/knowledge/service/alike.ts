import "server-only";
import { db } from "@/db/client";
import { keepAlike, listAlike } from "@/db/queries/knowledge/alike";
import { updateBase } from "@/db/queries/knowledge/bases";
import { trashKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { readIndex, readText } from "@/lib/parsing/store";
import { P } from "@/lib/permissions/codes";
import type { AlikeFilesDto, AlikeTextsDto } from "../alike-dto";
import type { AlikeDecision } from "../schema";
import { copyAsVersion } from "./file-copy";
import { bytesOf, lostIsMissing } from "./file-moves";
import { requireFile, target } from "./files";
import { endWork } from "./indexing";

/** Characters of each text that are shown beside each other. */
const SHOWN = 200_000;

/** What a file is nearly the same as, of what the person may read. Throws notFound. */
export async function alikeFiles(actor: Actor, id: string): Promise<AlikeFilesDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file } = await requireFile(actor, id, "manage");
  const items = [];
  for (const { fileId: _, otherId, versionId: __, ...row } of await listAlike(db(), subjectsOf(actor), [file.id])) {
    const mayReplace = await requireFile(actor, otherId, "manage").then(() => true, isNotFound);
    items.push({ id: otherId, ...row, mayReplace });
  }
  return { items };
}

function isNotFound(error: unknown): false {
  if (error instanceof AppError && error.key === "notFound") return false;
  throw error;
}

/** A pair the person may read both of. Throws notFound. */
async function requirePair(actor: Actor, id: string, otherId: string) {
  requirePermission(actor, P.KB_MANAGE);
  const { file, base } = await requireFile(actor, id, "manage");
  const other = (await listAlike(db(), subjectsOf(actor), [file.id])).find((row) => row.otherId === otherId);
  if (!other) throw new AppError("notFound");
  return { file, base, other };
}

/** Both texts, to be compared; of long ones the beginning. Throws notFound, documentNotReady. */
export async function alikeTexts(actor: Actor, id: string, otherId: string): Promise<AlikeTextsDto> {
  const { file, other } = await requirePair(actor, id, otherId);
  const [before, after] = [await beginningOf(other.versionId), await beginningOf(file.versionId)];
  return { before: before.text, after: after.text, isCut: before.isCut || after.isCut };
}

async function beginningOf(versionId: string) {
  const index = await readIndex(versionId);
  if (!index) throw new AppError("documentNotReady");
  return { text: await readText(versionId, 0, Math.min(index.characters, SHOWN)), isCut: index.characters > SHOWN };
}

/**
 * Both are kept, or this one becomes the newest version of the other and leaves its own place: the other answers until that is
 * whole (spec F5). Throws notFound, and what a replacement throws.
 */
export async function decideAlike(actor: Actor, id: string, { otherId, kind }: AlikeDecision): Promise<void> {
  const { file, base, other } = await requirePair(actor, id, otherId);
  if (kind === "keep") {
    await db().transaction(async (tx) => {
      if (!(await keepAlike(tx, file.id, otherId))) throw new AppError("notFound");
      await recordAuditEvent(tx, actor, {
        action: "knowledge.file.alike",
        target: target(file),
        after: { otherId, kind },
      });
    });
    return;
  }
  await requireFile(actor, otherId, "manage");
  await copyAsVersion(actor, await bytesOf(id), {
    replaces: otherId,
    before: async (tx) => {
      const { file: now } = await requireFile(actor, id, "manage", tx);
      await endWork(tx, actor, now.versionId);
      await trashKnowledgeFile(tx, now);
      await updateBase(tx, base.id, { updatedAt: new Date() });
      const after = { baseId: other.baseId, otherId, kind };
      await recordAuditEvent(tx, actor, { action: "knowledge.file.alike", target: target(now), after });
    },
  }).catch(lostIsMissing);
}
