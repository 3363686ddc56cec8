import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import type { BaseRow } from "@/db/queries/knowledge/bases";
import { listFileIds } from "@/db/queries/knowledge/files";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { errorText } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { startTask } from "@/lib/tasks/tasks";
import type { FileBatchDto } from "../dto";
import { BATCH_FILES_MAX } from "../limits";
import { dataSetHref } from "../paths";
import { type FileAction, type FileBatch, fileAction } from "../schema";
import { requireBase } from "./bases";
import { applyAction } from "./file-actions";
import { fileFilterOf } from "./files";

/** So many are done while the person waits; of more a task tells how far it is. */
const AT_ONCE = 20;

const inputSchema = z.object({ baseId: z.uuid(), action: fileAction, ids: z.array(z.uuid()) });
const stateSchema = z.object({ done: z.int().default(0), refused: z.int().default(0) });
type Batch = HeldTask<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** What one call asked for of many files, each by itself: one that is refused or gone stops no other. */
export const fileBatch = defineTask({
  kind: "knowledgeFiles",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  state: stateSchema,
  atOnce: 2,
  ofOneOwner: 1,
  steps: { apply },
});

async function apply(task: Batch): Promise<void> {
  const { baseId, action, ids } = task.input;
  while (task.state.done < ids.length) {
    const id = ids[task.state.done]!;
    const isDone = await applyAction(await task.actor(), baseId, id, action).then(() => true, onlyRefusal);
    const done = task.state.done + 1;
    // Whoever takes it up again repeats one file at most, and each action may be repeated.
    await task.keep({ state: { done, refused: task.state.refused + (isDone ? 0 : 1) }, done, total: ids.length });
  }
  await task.finish();
}

/** Has one thing done with these files of a base, in the background. */
export function startBatch(
  tx: Transaction,
  owner: Actor,
  { id: baseId, name }: BaseRow,
  { action, ids }: { action: FileAction; ids: string[] },
) {
  return startTask(tx, fileBatch, {
    owner,
    subject: v7(),
    input: { baseId, action, ids },
    total: ids.length,
    titleArgs: { name, count: ids.length },
    href: dataSetHref(baseId),
  });
}

function onlyRefusal(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}

/**
 * Does one thing with many files of a base: the ones named, or all that a filter finds. Few are done at once, more by a
 * task. Throws notFound, knowledgeBatchLimit.
 */
export async function runBatch(
  actor: Actor,
  baseId: string,
  { action, ids, filter }: FileBatch,
  locale: Locale,
): Promise<FileBatchDto> {
  requirePermission(actor, P.KB_MANAGE);
  const base = await requireBase(actor, baseId, "manage");
  const trash = action.kind === "restore";
  const wanted = { ...(ids ? { ids } : fileFilterOf(filter ?? {})), trash };
  const found = await listFileIds(db(), subjectsOf(actor), baseId, wanted, BATCH_FILES_MAX + 1);
  const total = found.length;
  if (total > BATCH_FILES_MAX) throw new AppError("knowledgeBatchLimit", { args: { max: BATCH_FILES_MAX } });
  if (total > AT_ONCE) {
    const { id } = await db().transaction((tx) => startBatch(tx, actor, base, { action, ids: found }));
    return { taskId: id, total, done: 0, refused: [] };
  }
  const refused: FileBatchDto["refused"] = [];
  for (const id of found) {
    try {
      await applyAction(actor, baseId, id, action);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, message: await errorText(locale, error.key, error.options.args) });
    }
  }
  return { taskId: null, total, done: total - refused.length, refused };
}
