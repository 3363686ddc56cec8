import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db } from "@/db/client";
import {
  countFilesToCopy,
  type FileToCopy,
  insertCopiedBase,
  listFilesToCopy,
} from "@/db/queries/knowledge/base-copies";
import type { BaseRow } from "@/db/queries/knowledge/bases";
import { findDuplicateFile } from "@/db/queries/knowledge/files";
import { copyQas } from "@/db/queries/knowledge/qas";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import { ObjectMissing } from "@/lib/errors/object-missing";
import { enqueue } from "@/lib/jobs/boss";
import { resolveFor } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { startTask } from "@/lib/tasks/tasks";
import { dataSetHref } from "../paths";
import type { BaseCopy } from "../schema";
import { assertRoomForBase, requireBase } from "./bases";
import { copyFile } from "./file-copy";
import { makeQaVectors } from "./qa/vectors";

const BATCH = 20;

/**
 * A base of one's own that begins as another one: its settings and pairs of question and answer, and with `withFiles` its files, which follow in the
 * background. Whom the other is shown to is not copied. Throws notFound (also where they may only use it), baseLimit.
 */
export async function copyBase(actor: Actor, id: string, { name, withFiles }: BaseCopy): Promise<{ id: string }> {
  requirePermission(actor, P.KB_MANAGE);
  const copyId = v7();
  await db().transaction(async (tx) => {
    await assertRoomForBase(tx, actor);
    const base = await requireBase(actor, id, "manage", tx);
    const embeddingModelId = await ownModel(actor, base.embeddingModelId);
    await insertCopiedBase(tx, id, { id: copyId, ownerId: actor.id, name, visibility: "self", embeddingModelId });
    const qas = await copyQas(tx, id, copyId);
    if (qas > 0) await enqueue(tx, makeQaVectors, { baseId: copyId, authorId: actor.id });
    const total = withFiles ? await countFilesToCopy(tx, subjectsOf(actor), id) : 0;
    if (total > 0) {
      await startTask(tx, baseCopy, {
        owner: actor,
        subject: copyId,
        input: { from: id, to: copyId },
        titleArgs: { name },
        href: dataSetHref(copyId),
      });
    }
    await recordAuditEvent(tx, actor, {
      action: "knowledge.base.copy",
      target: { type: "knowledgeBase", id: copyId, name },
      after: { baseId: id, fileCount: total, qaCount: qas },
    });
  });
  return { id: copyId };
}

/** One that is not theirs to use would refuse every file: the default takes its place. */
async function ownModel(actor: Actor, modelId: string | null): Promise<string | null> {
  if (!modelId) return null;
  return resolveFor(actor, "embedding", modelId).then(
    () => modelId,
    (error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    },
  );
}

const inputSchema = z.object({ from: z.uuid(), to: z.uuid() });
const stateSchema = z.object({
  /** The last file that was done: they go in the order of their ids. */
  after: z.uuid().nullable().default(null),
  copied: z.int().default(0),
});
type Copying = HeldTask<z.infer<typeof inputSchema>, z.infer<typeof stateSchema>>;

/** Brings the files of a base into its copy, one by one. Each is indexed there by a task of its own. */
export const baseCopy = defineTask({
  kind: "knowledgeBaseCopy",
  anyOf: [P.KB_MANAGE],
  input: inputSchema,
  state: stateSchema,
  atOnce: 2,
  ofOneOwner: 1,
  steps: { copy: copyFiles },
});

async function copyFiles(task: Copying): Promise<void> {
  const { from, to } = task.input;
  const subjects = subjectsOf(await task.actor());
  const total = await countFilesToCopy(db(), subjects, from);
  for (;;) {
    task.signal.throwIfAborted();
    const files = await listFilesToCopy(db(), subjects, from, { after: task.state.after, limit: BATCH });
    if (files.length === 0) break;
    for (const file of files) {
      const actor = await task.actor();
      // Either may have been withdrawn, or deleted, since the file before.
      await requireBase(actor, from, "manage");
      await copyOne(actor, file, await requireBase(actor, to, "manage"));
      const copied = task.state.copied + 1;
      await task.keep({ state: { after: file.id, copied }, done: copied, total });
    }
  }
  await task.finish();
}

/** A file the base has already is left out, and one whose bytes are lost: the others can be copied. */
async function copyOne(actor: Actor, file: FileToCopy, base: BaseRow): Promise<void> {
  if (await findDuplicateFile(db(), subjectsOf(actor), base.id, file.sha256)) return;
  try {
    const segmentation = file.row.segmentation as Segmentation | null;
    await copyFile(actor, file, { base, folder: file.row.folder, segmentation });
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
}
