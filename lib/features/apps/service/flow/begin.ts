import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import type { AppRow } from "@/db/queries/apps/apps";
import { countUse } from "@/db/queries/apps/marks";
import { countOpenRuns, findRunByKey, insertRun } from "@/db/queries/apps/runs";
import { findDraft, findVersion } from "@/db/queries/apps/versions";
import { lockUser } from "@/db/queries/auth/identity";
import { findChatFiles } from "@/db/queries/chat/files";
import type { appRuns } from "@/db/schema/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { kindOf } from "@/lib/tasks/define";
import { startTask } from "@/lib/tasks/tasks";
import { resultHref } from "../../paths";
import type { AppRun } from "../../schema";
import { beginningOf } from "../../workflow/beginning";
import { incompleteIn } from "../../workflow/check";
import type { FlowGraph } from "../../workflow/graph";
import { versionInUse } from "../apps";
import { assertInputs } from "../chats";
import { mayRead, requireRun } from "./reading";
import { graphOf } from "./run-graph";

/** The kind of task a run is (`task.ts`); by its name, for what begins one is used by what it is made of: an app within an app. */
export const APP_RUN = "appRun";
/** Runs of one person that are under way or wait. */
const OPEN_MAX = 200;

type NewRun = Pick<
  typeof appRuns.$inferInsert,
  "appId" | "userId" | "version" | "graph" | "inputs" | "text" | "files"
> &
  Partial<
    Pick<typeof appRuns.$inferInsert, "trigger" | "triggerId" | "basedOnId" | "basis" | "idempotencyKey" | "depth">
  >;

/**
 * Begins a run of a workflow; the same key begins one. Whoever may change it tries another version or the draft, on from an
 * earlier run too. Throws notFound, flowProblems, appInputs, runsLimit, tooManyFiles.
 */
export async function startRun(
  actor: Actor,
  app: AppRow,
  { version, inputs = {}, text = "", fileIds = [], basis }: AppRun,
  givenKey: string | null,
  /** Of apps within apps. */
  depth = 0,
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
    assertInputs(beginningOf(graph), inputs);
    given.files = await filesOf(actor, graph, fileIds);
  }
  const row: NewRun = {
    ...{ appId: app.id, userId: actor.id, ...given, idempotencyKey, depth },
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
  await startTask(tx, kindOf(APP_RUN), { owner, subject: id, input: { runId: id }, titleArgs: { name }, href });
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
  const { takesFiles } = beginningOf(graph);
  const { chatFiles } = await loadConfig("uploadConfig");
  if (!takesFiles) throw new AppError("tooManyFiles", { args: { limit: 0 } });
  if (ids.length > chatFiles) throw new AppError("tooManyFiles", { args: { limit: chatFiles } });
  const rows = new Map((await findChatFiles(db(), actor.id, ids)).map((row) => [row.fileId, row]));
  return ids.map((id) => ({ id, name: orNotFound(rows.get(id)).name }));
}
