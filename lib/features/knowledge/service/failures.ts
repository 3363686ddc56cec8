import "server-only";
import { db } from "@/db/client";
import { listFailedFiles } from "@/db/queries/knowledge/file-changes";
import { notify } from "@/lib/mail/notify";
import { dataSetHref } from "../paths";
import { maySeeFile } from "./files";

/** What failed longer ago is no news. */
const SINCE_MS = 24 * 3_600_000;
/** Files one run tells of; the next tells of the others. */
const TOLD = 5000;
const KIND = "filesFailed";

/** Tells those who answer for files that failed, once for each failure and all of a base together. */
export async function tellOfFailures(now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - SINCE_MS);
  const rows = await listFailedFiles(db(), { kind: KIND, since, limit: TOLD });
  for (const [, of] of Map.groupBy(rows, ({ ownerId, baseId }) => `${ownerId} ${baseId}`)) {
    const { id, ownerId: userId, baseId, baseName, name } = of[0]!;
    // Whoever may no longer see it is not told its name.
    if (!(await maySeeFile(userId, id))) continue;
    const args = { count: of.length, base: baseName, name, baseId };
    await db().transaction((tx) =>
      notify(tx, [{ userId, kind: KIND, args, href: `${dataSetHref(baseId)}&status=failed` }]),
    );
  }
}
