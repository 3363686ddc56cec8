import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { BASE_RESOURCE, findBase, listPurgeableBases, removeBase } from "@/db/queries/knowledge/bases";
import { removeLeftVectors } from "@/db/queries/knowledge/embedding";
import {
  listEndingFiles,
  markReminded,
  removeLeftFileGrants,
  removeReplacedSets,
  trashFilesOf,
} from "@/db/queries/knowledge/file-changes";
import { removeGrants } from "@/db/queries/permissions/grants";
import { loadOwner } from "@/lib/auth/session";
import { subjectsOf } from "@/lib/auth/subjects";
import { defineJob } from "@/lib/jobs/define";
import { forEachRow } from "@/lib/jobs/each-row";
import { notify } from "@/lib/mail/notify";
import { REVIEW_DAYS, TRASH_DAYS } from "./limits";
import { dataSetHref } from "./paths";
import { discardExports } from "./service/base-export";
import { discardImports } from "./service/base-import";
import { tellOfFailures } from "./service/failures";
import { startDueRefreshes } from "./service/page-tasks";
import { discardQaImports } from "./service/qa/import";
import { findEarlierAlike } from "./service/sketches";

const TRASH_MS = TRASH_DAYS * 24 * 3_600_000;
const BATCH = 100;
/** Vectors one statement removes. */
const LEFT_VECTORS = 1000;
/** How long exports wait to be taken, and archives of imports that failed for another try. */
const ARCHIVE_MS = 7 * 24 * 3_600_000;
/** Longer than any search that may still read the slices of a replaced version. */
const REPLACED_MS = 3_600_000;

const DAY_MS = 24 * 3_600_000;
/** Files one run tells of; the next tells of the others. */
const REMINDED = 5000;

/** Tells owners of files that end soon, once for each end and all of a base together (spec F7). */
export const remindOwners = defineJob({
  name: "knowledge.remind-owners",
  attempts: 2,
  schedule: "7 1 * * *",
  run: async () => {
    const rows = await listEndingFiles(db(), new Date(Date.now() + REVIEW_DAYS * DAY_MS), REMINDED);
    for (const [, of] of Map.groupBy(rows, ({ ownerId, baseId }) => `${ownerId} ${baseId}`)) {
      const { ownerId: userId, baseId, baseName } = of[0]!;
      const owner = await loadOwner(userId);
      await db().transaction(async (tx) => {
        // Whoever may no longer use the base is not told its name.
        if (owner && (await findBase(tx, subjectsOf(owner), baseId, "view"))) {
          const args = { count: of.length, base: baseName, days: REVIEW_DAYS };
          await notify(tx, [{ userId, kind: "filesEnding", args, href: `${dataSetHref(baseId)}&review=1` }]);
        }
        await markReminded(
          tx,
          of.map(({ id }) => id),
        );
      });
    }
  },
});

/**
 * Tells owners of files that could not be read or searched, all of a base together: one failing supplier is one notice, and
 * what was mended meanwhile is none.
 */
export const tellFailures = defineJob({
  name: "knowledge.tell-failures",
  attempts: 2,
  schedule: "*/10 * * * *",
  run: () => tellOfFailures(),
});

/** Web pages that are looked at again by the clock. */
export const refreshPages = defineJob({
  name: "knowledge.refresh-pages",
  attempts: 2,
  schedule: "17 * * * *",
  run: () => startDueRefreshes(),
});

/** Near copies among files that were there before they were looked for (spec F6); nothing once all are done. */
export const findNearCopies = defineJob({
  name: "knowledge.near-copies",
  attempts: 1,
  schedule: "*/5 * * * *",
  run: async (_, { signal }) => {
    await findEarlierAlike(signal);
  },
});

/** Bases past their days in the trash go, with who may use them. */
export const purgeBases = defineJob({
  name: "knowledge.purge",
  payload: z.object({}),
  attempts: 2,
  schedule: "23 3 * * *",
  run: async () => {
    const before = new Date(Date.now() - TRASH_MS);
    const rows = await listPurgeableBases(db(), before, BATCH);
    await forEachRow(rows, "deleted base not removed", ({ id }) =>
      db().transaction(async (tx) => {
        // Bytes go with the next sweep of files; the time lies as far back as the base's own.
        await trashFilesOf(tx, id, before);
        await removeGrants(tx, BASE_RESOURCE, [id]);
        await removeBase(tx, id);
      }),
    );
    while ((await removeLeftVectors(db(), LEFT_VECTORS)) === LEFT_VECTORS);
    // Files went with their bases, or with their bytes.
    await removeLeftFileGrants(db());
    const left = new Date(Date.now() - ARCHIVE_MS);
    await discardExports(left);
    await discardImports(left);
    await discardQaImports(left);
    await removeReplacedSets(db(), new Date(Date.now() - REPLACED_MS));
  },
});
