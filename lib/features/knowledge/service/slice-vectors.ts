import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { findAnsweringSet } from "@/db/queries/knowledge/slices";
import { forgetRefusals } from "@/db/queries/retrieval/refused";
import { countWithoutVector, findSliceSet } from "@/db/queries/retrieval/retrieval";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { supplierFailures } from "@/lib/models/passing";
import { P } from "@/lib/permissions/codes";
import { embedChanged } from "@/lib/retrieval/build";
import { defineTask } from "@/lib/tasks/define";
import { startTask } from "@/lib/tasks/tasks";
import { slicesHref } from "../paths";
import { assertBaseWanted } from "./wanted";

class OneMore extends Error {}

/** Vectors of slices a person changed; all others of the file stay as they are. */
export const sliceVectors = defineTask({
  kind: "sliceVectors",
  anyOf: [P.KB_MANAGE],
  input: z.object({ setId: z.uuid() }),
  state: z.object({}),
  atOnce: 2,
  isToldByRows: true,
  steps: {
    embed: async (task) => {
      const { setId } = task.input;
      for (;;) {
        const embedded = await embedChanged({
          ...{ setId, viewer: await task.actor(), app: APP.KNOWLEDGE, signal: task.signal },
          beforeBuying: async () => {
            const set = await findSliceSet(db(), setId);
            if (set) await assertBaseWanted(set.owner, await task.actor());
          },
        });
        try {
          // A slice changed in this very moment counts on this task.
          return await task.finish(async (tx) => {
            if (!embedded) return;
            // The base may have changed its model meanwhile.
            const isOther = (await findSliceSet(tx, setId))?.embeddingModelId !== embedded;
            if (isOther || (await countWithoutVector(tx, setId, embedded)) > 0) throw new OneMore();
          });
        } catch (error) {
          if (!(error instanceof OneMore)) throw error;
        }
      }
    },
  },
  ...supplierFailures,
});

export async function startEmbedding(
  tx: Transaction,
  owner: Actor,
  { setId, fileId, name }: { setId: string; fileId: string; name: string },
): Promise<void> {
  await startTask(tx, sliceVectors, {
    owner,
    subject: setId,
    input: { setId },
    isQuick: true,
    titleArgs: { name },
    href: slicesHref(fileId),
  });
}

/** Has the model asked again for what it refused of a file that answers. False where that is nothing. */
export async function retryRefused(
  tx: Transaction,
  owner: Actor,
  { id, name, baseId, readyVersionId }: { id: string; name: string; baseId: string; readyVersionId: string | null },
): Promise<boolean> {
  const set = readyVersionId ? await findAnsweringSet(tx, { versionId: readyVersionId, baseId }) : null;
  if (!set?.embeddingModelId || (await forgetRefusals(tx, set.id, set.embeddingModelId)) === 0) return false;
  await startEmbedding(tx, owner, { setId: set.id, fileId: id, name });
  return true;
}
