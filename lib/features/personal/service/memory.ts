import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import {
  countMemories,
  insertMemory,
  isMemoryEnabled,
  listMemories,
  removeMemories,
  setMemoryEnabled,
  updateMemory,
} from "@/db/queries/personal/memories";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { MemoryDto, MemoryListDto } from "../dto";
import { MEMORIES_MAX } from "../limits";

type Row = Awaited<ReturnType<typeof listMemories>>[number];

const toDto = ({ id, text, createdAt, updatedAt }: Row): MemoryDto => ({
  id,
  text,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** What the assistant may know of the person, and whether it does. */
export async function ownMemory(actor: Actor): Promise<MemoryListDto> {
  requirePermission(actor, P.USER);
  const [enabled, rows] = await Promise.all([isMemoryEnabled(db(), actor.id), listMemories(db(), actor.id)]);
  return { enabled, items: rows.map(toDto), max: MEMORIES_MAX };
}

export async function switchMemory(actor: Actor, enabled: boolean): Promise<void> {
  requirePermission(actor, P.USER);
  await setMemoryEnabled(db(), actor.id, enabled);
}

/** Throws memoriesLimit. */
export async function addMemory(actor: Actor, text: string): Promise<MemoryDto> {
  requirePermission(actor, P.USER);
  return db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    if ((await countMemories(tx, actor.id)) >= MEMORIES_MAX) {
      throw new AppError("memoriesLimit", { args: { max: MEMORIES_MAX } });
    }
    return toDto(await insertMemory(tx, actor.id, text));
  });
}

/** Throws notFound. */
export async function changeMemory(actor: Actor, id: string, text: string): Promise<MemoryDto> {
  requirePermission(actor, P.USER);
  const row = orNotFound(await updateMemory(db(), actor.id, id, text));
  return toDto(row);
}

/** Throws notFound. */
export async function deleteMemory(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.USER);
  if ((await removeMemories(db(), actor.id, id)) === 0) throw new AppError("notFound");
}

/** Answers how many went. */
export async function deleteAllMemories(actor: Actor): Promise<{ deleted: number }> {
  requirePermission(actor, P.USER);
  return { deleted: await removeMemories(db(), actor.id) };
}
