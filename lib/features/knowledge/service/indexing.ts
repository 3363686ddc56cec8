import "server-only";
import type { Transaction } from "@/db/client";
import { setFileState } from "@/db/queries/knowledge/file-changes";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { ingestion, SMALL_BYTES } from "@/lib/ingestion/ingestion";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { defineTask } from "@/lib/tasks/define";
import { startTask } from "@/lib/tasks/tasks";
import { handMade } from "./hand";

/** Makes a version of a base's file searchable in that base; the base owns its slices. */
export const knowledgeFile = defineTask({
  kind: "knowledgeFile",
  anyOf: [P.KB_MANAGE],
  ...ingestion({
    setState: (tx, { versionId, owner }, change) => setFileState(tx, { versionId, baseId: owner }, change),
    hand: handMade,
  }),
});

interface Indexing {
  versionId: string;
  baseId: string;
  name: string;
  size: number;
  segmentation: Segmentation;
  embeddingModelId: string | null;
}

/** As whoever put the file into the base. The slices that answer stay until the new ones are whole. */
export async function startIndexing(tx: Transaction, owner: Actor, file: Indexing): Promise<void> {
  const { versionId, baseId, name, size, segmentation, embeddingModelId } = file;
  await startTask(tx, knowledgeFile, {
    owner,
    subject: versionId,
    input: {
      versionId,
      owner: baseId,
      app: APP.KNOWLEDGE,
      segmentation,
      ...(embeddingModelId && { embeddingModelId }),
    },
    isQuick: size <= SMALL_BYTES,
    titleArgs: { name },
    href: `/knowledge-center/kb-config-information/data-set?id=${baseId}`,
  });
}
