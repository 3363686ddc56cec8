import "server-only";
import { db, type Transaction } from "@/db/client";
import { updateBase } from "@/db/queries/knowledge/bases";
import { renameKnowledgeFile, updateKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { KNOWLEDGE_FILE_RESOURCE } from "@/db/queries/knowledge/files";
import { listNamedGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { grantsAsWords } from "@/lib/auth/grant-schema";
import { assertSubjects, grantTo } from "@/lib/auth/grants";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, startOfDay } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { AppError, nullIfMissing } from "@/lib/errors/errors";
import { nameLike } from "@/lib/parsing/inspect";
import { P } from "@/lib/permissions/codes";
import type { KnowledgeFileDetailDto } from "../dto";
import type { KnowledgeFilePatch } from "../schema";
import { requireFile, target, toFile } from "./files";

const EDITED = ["name", "folder", "tags", "visibility", "validFrom", "validUntil"] as const;

/** What people edit of a file: its revision is made of it. */
const edited = (file: KnowledgeFileDetailDto) => ({
  ...fieldsOf(file, EDITED),
  ownerId: file.owner?.id ?? null,
  grants: grantsAsWords(file.grants),
});

/** Throws notFound, also where the person may only use its base. */
export async function editFile(actor: Actor, id: string): Promise<KnowledgeFileDetailDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { timeZone } = await loadConfig("customConfig");
  return db().transaction((tx) => readDetail(tx, actor, id, timeZone));
}

async function readDetail(
  tx: Transaction,
  actor: Actor,
  id: string,
  timeZone: string,
): Promise<KnowledgeFileDetailDto> {
  const { file, base } = await requireFile(actor, id, "manage", tx);
  const detail = {
    ...toFile(file, timeZone),
    grants: await listNamedGrants(tx, KNOWLEDGE_FILE_RESOURCE, id),
    mayNarrow: mayNarrow(actor, file, base),
  };
  return { ...detail, revision: revisionOf(edited({ ...detail, revision: "" })) };
}

/**
 * Changes what is said of a file; whoever it is no longer shown to loses it at once (spec F8), and outside its days it
 * answers nobody (spec F7). Throws notFound, staleRecord, invalidInput (an unknown subject), and noPermission where
 * somebody else is to be kept from it or made its owner by one who is neither its owner nor the base's.
 */
export async function changeFile(
  actor: Actor,
  id: string,
  { revision, ...patch }: KnowledgeFilePatch,
): Promise<KnowledgeFileDetailDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { timeZone } = await loadConfig("customConfig");
  return db().transaction(async (tx) => {
    const read = () => readDetail(tx, actor, id, timeZone).then(edited, nullIfMissing);
    await assertCurrent(tx, actor, { type: "knowledgeFile", id, given: revision, read });
    const { file, base } = await requireFile(actor, id, "manage", tx);
    const before = await readDetail(tx, actor, id, timeZone);
    const { grants, name: wanted, validFrom, validUntil, ...columns } = patch;
    if (!mayNarrow(actor, file, base) && (grants || columns.visibility || columns.ownerId))
      throw new AppError("noPermission");
    if (columns.ownerId) {
      await assertSubjects(tx, [{ subjectType: "user", subjectId: columns.ownerId, right: "view" }], "ownerId");
    }
    assertDays({
      ...before,
      ...(validFrom !== undefined && { validFrom }),
      ...(validUntil !== undefined && { validUntil }),
    });
    const name = wanted === undefined ? file.name : nameLike(file.name, wanted);
    if (name !== file.name) await renameKnowledgeFile(tx, file.fileId, name);
    await updateKnowledgeFile(tx, id, {
      ...columns,
      ...(validFrom !== undefined && { validFrom: validFrom === null ? null : startOfDay(validFrom, timeZone) }),
      // The moment after its last day.
      ...(validUntil !== undefined && {
        validUntil: validUntil === null ? null : startOfDay(addDays(validUntil, 1), timeZone),
      }),
      updatedAt: new Date(),
    });
    if (grants) await grantTo(tx, { type: KNOWLEDGE_FILE_RESOURCE, id }, grants);
    await updateBase(tx, base.id, { updatedAt: new Date() });
    const after = await readDetail(tx, actor, id, timeZone);
    const told = (detail: KnowledgeFileDetailDto) => ({ ...edited(detail), grants: detail.grants.length });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.file.change",
      target: target({ id, name }),
      before: told(before),
      after: told(after),
    });
    return after;
  });
}

const mayNarrow = (actor: Actor, file: { ownerId: string | null }, base: { ownerId: string }) =>
  file.ownerId === actor.id || base.ownerId === actor.id;

function assertDays({ validFrom, validUntil }: Pick<KnowledgeFileDetailDto, "validFrom" | "validUntil">): void {
  if (!validFrom || !validUntil || validFrom <= validUntil) return;
  throw new AppError("invalidInput", { data: { fields: { validUntil: "invalid" } } });
}
