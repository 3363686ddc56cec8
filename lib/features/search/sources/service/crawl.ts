import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { findSourceRow, listDueSources } from "@/db/queries/search/frontier";
import { lockSource, updateSource } from "@/db/queries/search/sources";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadOwner } from "@/lib/auth/session";
import { loadConfig } from "@/lib/config/system-config";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { cancelTaskOf, startTask } from "@/lib/tasks/tasks";
import { webCrawl } from "@/lib/web/crawl-task";
import { scopeOf, targetOf } from "./scope";

const SOURCES_HREF = "/personal/search/source-management";
/** Sources one run of the clock begins to read. */
const DUE = 50;

/** Has a source read now. Throws notFound, sourceNotIndexed, personalIndexOff. */
export async function beginCrawl(actor: Actor, id: string): Promise<{ taskId: string }> {
  requirePermission(actor, P.SEARCH);
  const { personal } = await loadConfig("webIndex");
  const taskId = await db().transaction(async (tx) => {
    const source = orNotFound(await lockSource(tx, scopeOf(actor), id));
    if (!source.isIndexed) throw new AppError("sourceNotIndexed");
    if (source.ownerId && !personal) throw new AppError("personalIndexOff");
    const begun = await startTask(tx, webCrawl, {
      owner: actor,
      subject: id,
      input: { sourceId: id, isAsked: true },
      titleArgs: { name: source.name },
      href: SOURCES_HREF,
    });
    // One that nobody looks after any more is read by the clock again.
    if (!source.ownerId && !source.creatorId) await updateSource(tx, id, { creatorId: actor.id });
    await recordAuditEvent(tx, actor, { action: "search.source.crawl", target: targetOf(source) });
    return begun.id;
  });
  return { taskId };
}

/** Stops reading a source; what was read stays. Throws notFound. */
export async function stopCrawl(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.SEARCH);
  await db().transaction(async (tx) => {
    const source = orNotFound(await lockSource(tx, scopeOf(actor), id));
    await recordAuditEvent(tx, actor, { action: "search.source.stop", target: targetOf(source) });
  });
  await cancelTaskOf(webCrawl, id, actor);
}

/** Begins to read all sources whose time has come, each with the rights of whoever it is read for. */
export async function startDueCrawls(): Promise<void> {
  for (const { id, ownerId } of await listDueSources(db(), DUE)) {
    // A disabled person's own is read for nobody.
    const owner = ownerId ? await loadOwner(ownerId) : null;
    await db().transaction(async (tx) => {
      const source = await findSourceRow(tx, id);
      // Whoever may no longer come in, or search, is not asked again every time.
      if (source) await updateSource(tx, id, { crawledAt: new Date() });
      if (!source || !owner) return;
      await startTask(tx, webCrawl, {
        owner: { id: owner.id, account: owner.account, request: { requestId: v7(), address: "", userAgent: "" } },
        subject: id,
        input: { sourceId: id, isAsked: false },
        titleArgs: { name: source.name },
        href: SOURCES_HREF,
      });
    });
  }
}
