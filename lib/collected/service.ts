import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import {
  countCollected,
  findCollected,
  insertCollected,
  listCollected,
  listCollectedState,
  removeCollected,
  updateCollected,
} from "@/db/queries/collected/collected";
import { findFolder } from "@/db/queries/folders/folders";
import { collectionFolders } from "@/db/schema/collected";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { asReadBy } from "@/lib/citations/gone";
import { isoTimes } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { MessagePart } from "@/lib/stream/parts";
import type { CollectedDetailDto, CollectedDto, CollectedStateDto } from "./dto";
import { COLLECTED_MAX, type Collectable } from "./limits";
import type { CollectedPatch, CollectedQuery, CollectedStateQuery, NewCollected } from "./schema";
import { copyOf, hrefsOf, isShared } from "./sources";

type Row = Awaited<ReturnType<typeof listCollected>>["rows"][number];

async function toDtos(userId: string, rows: readonly Row[]): Promise<CollectedDto[]> {
  const hrefs = await hrefsOf(db(), userId, rows);
  return rows.map(({ sessionId: _, ...row }) => {
    const href = hrefs.get(row.id) ?? null;
    const kept = href === null && isShared(row.kind) ? { title: "", excerpt: "" } : {};
    return { ...isoTimes(row), ...kept, kind: row.kind as Collectable, href };
  });
}

/** A page of what the person collected, across all areas (spec M2). */
export async function readCollected(
  actor: Actor,
  { page, pageSize, ...filter }: CollectedQuery,
): Promise<{ items: CollectedDto[]; total: number }> {
  requirePermission(actor, P.USER);
  const { rows, total } = await listCollected(db(), actor.id, filter, { page, pageSize });
  return { items: await toDtos(actor.id, rows), total };
}

/** One with the copy that was kept. Throws notFound. */
export async function openCollected(actor: Actor, id: string): Promise<CollectedDetailDto> {
  requirePermission(actor, P.USER);
  const row = await findCollected(db(), actor.id, id);
  const [item] = row ? await toDtos(actor.id, [row]) : [];
  if (!row || !item) throw new AppError("notFound");
  const [kept] = await asReadBy(actor, [{ parts: row.parts as MessagePart[] }]);
  const text = item.href === null && isShared(item.kind) ? "" : row.text;
  return { ...item, text, parts: kept!.parts };
}

/** Which of these the person has collected. */
export async function collectedState(actor: Actor, { kind, refIds }: CollectedStateQuery): Promise<CollectedStateDto> {
  requirePermission(actor, P.USER);
  return { items: await listCollectedState(db(), actor.id, kind, refIds) };
}

/** Keeps a copy of an answer, document or prompt; what is kept already stays as it is. Throws notFound, collectedLimit. */
export async function collect(actor: Actor, input: NewCollected): Promise<{ id: string }> {
  requirePermission(actor, P.USER);
  return db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    const [known] = await listCollectedState(tx, actor.id, input.kind, [input.refId]);
    if (known) return { id: known.id };
    const kept = orNotFound(await copyOf(tx, actor, input));
    if ((await countCollected(tx, actor.id)) >= COLLECTED_MAX) {
      throw new AppError("collectedLimit", { args: { max: COLLECTED_MAX } });
    }
    const made = await insertCollected(tx, { userId: actor.id, ...input, ...kept });
    if (!made) throw new AppError("operationFailed");
    return made;
  });
}

/** Changes note and folder. Throws notFound, also for a folder that is not theirs. */
export async function changeCollected(actor: Actor, id: string, { folderId, note }: CollectedPatch): Promise<void> {
  requirePermission(actor, P.USER);
  await db().transaction(async (tx) => {
    if (folderId && !(await findFolder(tx, collectionFolders, actor.id, folderId))) throw new AppError("notFound");
    if (!(await updateCollected(tx, actor.id, id, { folderId, note }))) throw new AppError("notFound");
  });
}

/** Throws notFound. */
export async function uncollect(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.USER);
  if (!(await removeCollected(db(), actor.id, id))) throw new AppError("notFound");
}
