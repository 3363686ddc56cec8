import "server-only";
import type { Transaction } from "@/db/client";
import type { BaseRow } from "@/db/queries/knowledge/bases";
import { findPictureWish, findTargetModel } from "@/db/queries/knowledge/embedding";
import { findReleased, setFileState, updateKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import type { KnowledgeFileRow } from "@/db/queries/knowledge/files";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { ingestion, SMALL_BYTES } from "@/lib/ingestion/ingestion";
import { log } from "@/lib/log";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { defineTask } from "@/lib/tasks/define";
import { endTaskOf, startTask } from "@/lib/tasks/tasks";
import { handMade } from "./hand";
import { findAlike } from "./sketches";
import { assertBaseWanted } from "./wanted";

const reading = ingestion({
  setState: (tx, { versionId, owner }, change) => setFileState(tx, { versionId, baseId: owner }, change),
  hand: handMade,
  assertWanted: ({ owner }, actor) => assertBaseWanted(owner, actor),
  // A base may change its model while a file waits or is read.
  modelOf: (queryable, { owner }) => findTargetModel(queryable, owner),
  // Its settings may have been said while it was read.
  onRead: async (tx, { input: { versionId, owner: baseId }, origin, ownerId }) => {
    const file = await findReleased(tx, { versionId, baseId });
    if (!file || !ownerId) return;
    const { account, ...request } = origin;
    const { segmentation, ...rest } = file;
    const owner = { id: ownerId, account, request };
    await startIndexing(tx, owner, { ...rest, versionId, baseId, segmentation: segmentation as Segmentation });
  },
  picturesOf: (queryable, { owner }) => findPictureWish(queryable, owner),
});

/** Makes a version of a base's file searchable in that base; the base owns its slices. */
export const knowledgeFile = defineTask({
  kind: "knowledgeFile",
  anyOf: [P.KB_MANAGE],
  ...reading,
  steps: {
    ...reading.steps,
    embed: async (task) => {
      await reading.steps.embed(task);
      await lookForAlike(task);
    },
  },
});

/** Told as it becomes searchable (spec F6). A file is whole without knowing what it is like. */
async function lookForAlike({ input, signal }: Parameters<typeof reading.steps.embed>[0]): Promise<void> {
  try {
    await findAlike(input.versionId, input.owner, signal);
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err, versionId: input.versionId }, "not compared with other files");
  }
}

interface Indexing {
  versionId: string;
  baseId: string;
  name: string;
  size: number;
  segmentation: Segmentation;
  embeddingModelId: string | null;
  /** It is read only, until a person says how it is cut. */
  isHeld?: boolean;
}

/** As whoever put the file into the base. The slices that answer stay until the new ones are whole. */
export async function startIndexing(
  tx: Transaction,
  owner: Pick<Actor, "id" | "account" | "request">,
  file: Indexing,
): Promise<void> {
  const { versionId, baseId, name, size, segmentation, embeddingModelId, isHeld } = file;
  await startTask(tx, knowledgeFile, {
    owner,
    subject: versionId,
    input: {
      versionId,
      owner: baseId,
      app: APP.KNOWLEDGE,
      segmentation,
      ...(embeddingModelId && { embeddingModelId }),
      ...(isHeld && { isHeld }),
    },
    isQuick: size <= SMALL_BYTES,
    titleArgs: { name },
    href: `/knowledge-center/kb-config-information/data-set?id=${baseId}`,
  });
}

/** Ends what is made of a version; true when something was under way. */
export function endWork(tx: Transaction, actor: Actor, versionId: string): Promise<boolean> {
  return endTaskOf(tx, knowledgeFile, versionId, actor);
}

/** A file is made searchable from its current version on; what answers goes on answering until that is whole. */
export async function indexAgain(tx: Transaction, actor: Actor, file: KnowledgeFileRow, base: BaseRow): Promise<void> {
  const { versionId, name, size, segmentation, isHeld } = file;
  await endWork(tx, actor, versionId);
  await updateKnowledgeFile(tx, file.id, { status: "uploaded", failure: null, finishedAt: null });
  await startIndexing(tx, actor, {
    ...{ versionId, name, size, isHeld, baseId: base.id, embeddingModelId: base.embeddingModelId },
    segmentation: (segmentation ?? base.segmentation) as Segmentation,
  });
}
