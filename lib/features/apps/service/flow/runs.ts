import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import type { AppRow } from "@/db/queries/apps/apps";
import { countUse } from "@/db/queries/apps/marks";
import {
  countOpenRuns,
  findRunByKey,
  insertRun,
  lockRun,
  removeUnfinishedSteps,
  updateRun,
} from "@/db/queries/apps/runs";
import { findDraft, findVersion } from "@/db/queries/apps/versions";
import { lockUser } from "@/db/queries/auth/identity";
import { findChatFiles } from "@/db/queries/chat/files";
import type { appRuns } from "@/db/schema/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { cancelTaskOf, lastTask, retryTask, startTask } from "@/lib/tasks/tasks";
import { resultHref } from "../../paths";
import type { AppRun } from "../../schema";
import { incompleteIn } from "../../workflow/check";
import type { FlowGraph } from "../../workflow/graph";
import { versionInUse } from "../apps";
import { assertInputs } from "../chats";
import { formOf, graphOf } from "./kinds/app";
import { mayRead, type ReadableRun, requireRun } from "./reading";
import { appRun, endRun } from "./task";

/** Runs of one person that are under way or wait. */
const OPEN_MAX = 200;

type NewRun = Pick<
  typeof appRuns.$inferInsert,
  "appId" | "userId" | "version" | "graph" | "inputs" | "text" | "files"
> &
  Partial<Pick<typeof appRuns.$inferInsert, "trigger" | "triggerId" | "basedOnId" | "basis" | "idempotencyKey">>;

/**
 * Begins a run of a workflow; the same key begins one. Whoever may change it tries another version or the draft, on from an
 * earlier run too. Throws notFound, flowProblems, appInputs, runsLimit, tooManyFiles.
 */
export async function startRun(
  actor: Actor,
  app: AppRow,
  { version, inputs = {}, text = "", fileIds = [], basis }: AppRun,
  givenKey: string | null,
): Promise<{ runId: string }> {
  requirePermission(actor, P.APPS);
  // A key is of this app: the same one begins another run of another app.
  const idempotencyKey = givenKey && `${app.id}:${givenKey}`;
  const known = idempotencyKey ? await findRunByKey(db(), actor.id, idempotencyKey) : null;
  if (known) return { runId: known };
  const isTrial = version !== undefined;
  const used = version ?? versionInUse(app) ?? "draft";
  const found = used === "draft" ? await findDraft(db(), app.id) : await findVersion(db(), app.id, used);
  const graph = graphOf(orNotFound(found).settings);
  assertRunnable(graph);
  const given = basis ? await givenBefore(actor, app.id, basis.runId) : { inputs, text: text.trim(), files: [] };
  if (!basis) {
    assertInputs({ variables: formOf(graph) }, inputs);
    given.files = await filesOf(actor, graph, fileIds);
  }
  const row: NewRun = {
    ...{ appId: app.id, userId: actor.id, ...given, idempotencyKey },
    version: used === "draft" ? null : used,
    graph: used === "draft" ? graph : null,
    ...(basis && {
      basedOnId: basis.runId,
      basis: { ...(basis.nodeId && { nodeId: basis.nodeId }), only: basis.only },
    }),
  };
  const { timeZone } = await loadConfig("customConfig");
  const runId = await db().transaction(async (tx) => {
    await assertRoomForRun(tx, actor.id);
    const id = await beginRun(tx, actor, row, app.name);
    if (id && !isTrial) await countUse(tx, { userId: actor.id, appId: app.id, day: dayIn(timeZone), begun: true });
    return id;
  });
  // Another call with the same key was a moment quicker.
  return { runId: runId ?? orNotFound(await findRunByKey(db(), actor.id, idempotencyKey ?? "")) };
}

/** Whether one more run of a person may be under way, until the transaction ends. Throws runsLimit. */
export async function assertRoomForRun(tx: Transaction, userId: string): Promise<void> {
  await lockUser(tx, userId);
  if ((await countOpenRuns(tx, userId)) >= OPEN_MAX) throw new AppError("runsLimit", { args: { max: OPEN_MAX } });
}

/** Writes a run and begins its work; null where the key has begun one. */
export async function beginRun(
  tx: Transaction,
  owner: Pick<Actor, "id" | "account" | "request" | "apiKey">,
  row: NewRun,
  name: string,
): Promise<string | null> {
  const id = v7();
  if (!(await insertRun(tx, { ...row, id }))) return null;
  const href = resultHref(row.appId, id);
  await startTask(tx, appRun, { owner, subject: id, input: { runId: id }, titleArgs: { name }, href });
  return id;
}

/** Throws flowProblems with what is missing. */
export function assertRunnable(graph: FlowGraph): void {
  const problems = incompleteIn(graph);
  if (problems.length > 0) throw new AppError("flowProblems", { args: { count: problems.length }, data: { problems } });
}

/** What an earlier run was given; a run whose contents are another's is not based on. Throws notFound. */
async function givenBefore(actor: Actor, appId: string, runId: string) {
  const found = await requireRun(actor, runId);
  if (found.run.appId !== appId || !mayRead(found)) throw new AppError("notFound");
  const { inputs, text, files } = found.run;
  return { inputs, text, files };
}

async function filesOf(actor: Actor, graph: FlowGraph, fileIds: readonly string[]) {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return [];
  const takesFiles = graph.nodes.some((node) => node.type === "start" && node.data.takesFiles);
  const { chatFiles } = await loadConfig("uploadConfig");
  if (!takesFiles) throw new AppError("tooManyFiles", { args: { limit: 0 } });
  if (ids.length > chatFiles) throw new AppError("tooManyFiles", { args: { limit: chatFiles } });
  const rows = new Map((await findChatFiles(db(), actor.id, ids)).map((row) => [row.fileId, row]));
  return ids.map((id) => ({ id, name: orNotFound(rows.get(id)).name }));
}

/** Ends an own run, or one of an app one may change; what it did stays. Throws notFound, runEnded. */
export async function cancelRun(actor: Actor, runId: string): Promise<void> {
  const found = await requireRun(actor, runId);
  if (!found.isOwn && !found.mayManage) throw new AppError("noPermission");
  if (found.run.endedAt) throw new AppError("runEnded");
  const by = { id: actor.id, account: actor.account, request: actor.request };
  const isEnded = await cancelTaskOf(appRun, runId, by);
  await db().transaction(async (tx) => {
    if (!isEnded) await endRun(tx, runId, "cancelled", null);
    await recordAuditEvent(tx, actor, { action: "app.run.cancel", target: targetOf(found), after: { runId } });
  });
}

/** A run that failed goes on at what failed, with what was done before. Throws notFound, runNotEnded. */
export async function retryRun(actor: Actor, runId: string): Promise<void> {
  const found = await requireRun(actor, runId);
  if (!found.isOwn && !found.mayManage) throw new AppError("noPermission");
  await db().transaction(async (tx) => {
    const run = orNotFound(await lockRun(tx, runId));
    if (run.status !== "failed") throw new AppError("runNotEnded");
    await removeUnfinishedSteps(tx, runId);
    const nothing = { failure: null, failureArgs: {}, failureDetail: "", failedStep: null };
    await updateRun(tx, runId, { ...nothing, status: "queued", endedAt: null });
    await recordAuditEvent(tx, actor, { action: "app.run.retry", target: targetOf(found), after: { runId } });
    const task = await lastTask(tx, appRun, runId);
    if (task && (await retryTask(tx, task.id))) return;
    const request = { requestId: runId, address: "", userAgent: "" };
    await startTask(tx, appRun, {
      // Whoever has it tried again: it is run for whom it was.
      owner: { id: run.userId, account: found.userAccount, request },
      subject: runId,
      input: { runId },
      titleArgs: { name: found.appName },
      href: resultHref(found.run.appId, runId),
    });
  });
}

const targetOf = ({ run, appName }: ReadableRun) => ({ type: "app", id: run.appId, name: appName });
