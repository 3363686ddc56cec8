import "server-only";
import { v7 } from "uuid";
import { db, type Queryable, type Transaction } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import {
  BASE_RESOURCE,
  type BaseRow,
  countOwnedBases,
  findBase,
  insertBase,
  listBases as listRows,
  updateBase,
} from "@/db/queries/knowledge/bases";
import { measureBases } from "@/db/queries/knowledge/files";
import { countQasOf } from "@/db/queries/knowledge/qas";
import { listNamedGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { type GrantDto, grantsAsWords, type SubjectQuery } from "@/lib/auth/grant-schema";
import { grantTo, searchSubjects } from "@/lib/auth/grants";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig, readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { AppError, nullIfMissing } from "@/lib/errors/errors";
import { resolveFor } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { READING_SEGMENTATION } from "@/lib/retrieval/segment";
import type { BaseDetailDto, BaseDto } from "../dto";
import type { BaseIcon } from "../limits";
import type { BasePatch, BaseQuery, NewBase } from "../schema";
import { assertOffered, readNewBases } from "./center-offer";
import { startChange } from "./embedding-change";

export const target = ({ id, name }: { id: string; name: string }) => ({ type: "knowledgeBase", id, name });
const EDITED = ["name", "description", "icon", "visibility", "embeddingModelId"] as const;
type Edited = Pick<BaseDto, (typeof EDITED)[number]> & { grants: readonly GrantDto[] };

/** What people edit of a base: its revision is made of it. */
const edited = (base: Edited) => ({
  ...fieldsOf(base, EDITED),
  grants: grantsAsWords(base.grants),
});

/** Bases this person may use, or with `right=manage` change; `trash`: own deleted ones. */
export async function listBases(actor: Actor, query: BaseQuery): Promise<{ items: BaseDto[]; total: number }> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const { page, pageSize, sort, ...filter } = query;
  if (filter.right === "manage" || filter.trash) requirePermission(actor, P.KB_MANAGE);
  const { rows, total } = await listRows(db(), subjectsOf(actor), filter, { page, pageSize, sort });
  return { items: await withSizes(actor, rows), total };
}

/** One base; with its grants for whoever may change it. Throws notFound. */
export async function readBase(actor: Actor, id: string): Promise<BaseDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const [base] = await withSizes(actor, [await requireBase(actor, id, "view")]);
  return base!;
}

/** Throws notFound, also where the person may only use it. */
export async function editBase(actor: Actor, id: string): Promise<BaseDetailDto> {
  requirePermission(actor, P.KB_MANAGE);
  return db().transaction((tx) => readDetail(tx, actor, id));
}

async function readDetail(tx: Transaction, actor: Actor, id: string): Promise<BaseDetailDto> {
  const [base] = await withSizes(actor, [await requireBase(actor, id, "manage", tx)], tx);
  const grants = await listNamedGrants(tx, BASE_RESOURCE, id);
  const detail = { ...base!, grants };
  return { ...detail, revision: revisionOf(edited(detail)) };
}

/** Throws baseLimit, notOffered, invalidInput (an unknown subject, a model that is not theirs). What is left out the center says. */
export async function createBase(actor: Actor, input: NewBase): Promise<{ id: string }> {
  requirePermission(actor, P.KB_MANAGE);
  const begins = await beginnings(actor);
  const { name, description = "", icon = "book", type = "general", grants = [] } = input;
  const { visibility = begins.visibility } = input;
  await assertModel(actor, input.embeddingModelId);
  if (type === "multimodal") await assertOffered("multimodal");
  if (visibility === "all") await assertOffered("everybody");
  const id = v7();
  await db().transaction(async (tx) => {
    await assertRoomForBase(tx, actor);
    const embeddingModelId = input.embeddingModelId === undefined ? begins.embeddingModelId : input.embeddingModelId;
    const row = { id, name, description, icon, type, visibility, embeddingModelId, ownerId: actor.id };
    await insertBase(tx, { ...row, segmentation: begins.segmentation ?? READING_SEGMENTATION });
    await grantTo(tx, { type: BASE_RESOURCE, id }, grants);
    const after = { name, type, visibility, grants: grants.length };
    await recordAuditEvent(tx, actor, { action: "knowledge.base.create", target: target({ id, name }), after });
  });
  return { id };
}

/** Throws notFound, staleRecord, invalidInput, baseOwnRight. Who was shown it and is no longer loses it at once. */
export async function changeBase(actor: Actor, id: string, { revision, ...patch }: BasePatch): Promise<BaseDetailDto> {
  requirePermission(actor, P.KB_MANAGE);
  await assertModel(actor, patch.embeddingModelId);
  const { offers } = await loadConfig("knowledgeCenter");
  return db().transaction(async (tx) => {
    const read = () => readDetail(tx, actor, id).then(edited, nullIfMissing);
    await assertCurrent(tx, actor, { type: "knowledgeBase", id, given: revision, read });
    const before = await readDetail(tx, actor, id);
    const isOpened = patch.visibility === "all" && before.visibility !== "all";
    if (isOpened && !offers.includes("everybody")) throw new AppError("notOffered");
    const { grants, embeddingModelId, ...columns } = patch;
    // To give away a base, or to hide it from those who manage it, is for its owner alone.
    if (columns.visibility === "self" && !before.isOwn) throw new AppError("noPermission");
    await updateBase(tx, id, {
      ...columns,
      ...(embeddingModelId === null && { embeddingModelId }),
      updatedAt: new Date(),
    });
    if (embeddingModelId) await startChange(tx, actor, id, embeddingModelId);
    if (grants) await grantTo(tx, { type: BASE_RESOURCE, id }, grants);
    const named = Object.keys(columns) as (keyof typeof columns)[];
    await recordAuditEvent(tx, actor, {
      action: "knowledge.base.change",
      target: target({ id, name: columns.name ?? before.name }),
      before: { ...fieldsOf(before, named), ...(grants && { grants: before.grants.length }) },
      after: { ...columns, ...(grants && { grants: grants.length }) },
    });
    // Who changes it by a grant would not see what they did, and nobody would tell them why.
    return readDetail(tx, actor, id).catch((error: unknown) => {
      nullIfMissing(error);
      throw new AppError("baseOwnRight");
    });
  });
}

/** What the center lets a new base begin with; a model that this person may not use is their default. */
async function beginnings(actor: Actor) {
  const newBases = await readNewBases();
  const usable = await assertModel(actor, newBases.embeddingModelId).then(() => true, nullIfUnusable);
  return { ...newBases, embeddingModelId: usable ? newBases.embeddingModelId : null };
}

function nullIfUnusable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** Whether the person may own one more, until the transaction ends. Throws baseLimit. */
export async function assertRoomForBase(tx: Transaction, actor: Actor): Promise<void> {
  await lockUser(tx, actor.id);
  const { basesPerPerson: max } = await readConfig(tx, "knowledgeLimits");
  if ((await countOwnedBases(tx, actor.id)) >= max) throw new AppError("baseLimit", { args: { max } });
}

/** People, roles and departments a word finds, to show a base to. */
export function searchGrantSubjects(actor: Actor, query: SubjectQuery) {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  return searchSubjects(query);
}

/** A live base this person has the right to. Throws notFound. */
export async function requireBase(
  actor: Actor,
  id: string,
  right: "view" | "manage",
  at: Queryable = db(),
): Promise<BaseRow> {
  const row = await findBase(at, subjectsOf(actor), id, right);
  if (!row) throw new AppError("notFound");
  return row;
}

async function assertModel(actor: Actor, modelId: string | null | undefined): Promise<void> {
  if (modelId) await resolveFor(actor, "embedding", modelId);
}

async function withSizes(actor: Actor, rows: readonly BaseRow[], at: Queryable = db()): Promise<BaseDto[]> {
  const ids = rows.map(({ id }) => id);
  const sizes = await measureBases(at, subjectsOf(actor), ids);
  const pairs = await countQasOf(at, ids);
  return rows.map((row) =>
    toBase(actor, row, { ...(sizes.get(row.id) ?? { files: 0, size: 0 }), pairs: pairs.get(row.id) ?? 0 }),
  );
}

function toBase(
  actor: Actor,
  row: BaseRow,
  { files, size, pairs }: { files: number; size: number; pairs: number },
): BaseDto {
  const {
    ownerId,
    ownerName,
    position,
    segmentation: _s,
    retrieval: _r,
    nextEmbeddingModelId: _n,
    visionModelId: _v,
    icon,
    ...kept
  } = row;
  const { createdAt, updatedAt, deletedAt, ...rest } = kept;
  return {
    ...rest,
    fileCount: files,
    qaCount: pairs,
    size,
    icon: icon as BaseIcon,
    owner: { id: ownerId, name: ownerName },
    isOwn: ownerId === actor.id,
    isShortcut: position !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}
