import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  findRun,
  findStep,
  listDueWaits,
  lockRun,
  lockWait,
  updateOpenRun,
  updateStep,
  updateWait,
  type WaitRow,
} from "@/db/queries/apps/runs";
import { wasNotified } from "@/db/queries/notifications/notifications";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { forEachRow } from "@/lib/jobs/each-row";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { startTask } from "@/lib/tasks/tasks";
import { resultHref } from "../../paths";
import type { WaitAnswer } from "../../runs-schema";
import { type AppInputs, wrongInputs } from "../../variables";
import { beginningOf } from "../../workflow/beginning";
import { walk } from "../../workflow/check";
import type { FlowNodeOf } from "../../workflow/graph";
import { APPROVED, REJECTED } from "../../workflow/outputs";
import { AGREED } from "./context";
import { givenFields } from "./given";
import { type ReadableRun, requireRun } from "./reading";
import { reviewGiven } from "./reviewing";
import { graphOfRun } from "./run-graph";
import { appRun } from "./task";

/** Waits one look of the clock takes up. */
const BATCH = 200;
/** Whoever was reminded is left alone for so long; to be asked is no reminder. */
const REMIND_AGAIN_MS = 3_600_000;

/**
 * Answers what a run asks this person; it goes on at once. Throws notFound, noPermission, waitAnswered, invalidInput,
 * appInputs, flowReviewed.
 */
export async function answerWait(actor: Actor, runId: string, stepId: string, answer: WaitAnswer): Promise<void> {
  const found = await requireRun(actor, runId);
  const { inputs = {}, comment = "" } = answer;
  const given = { appId: found.run.appId, inputs, text: comment, files: [] };
  await reviewGiven(actor, given, beginningOf(graphOfRun(found)).reviewRules);
  await db().transaction(async (tx) => {
    const wait = await openWait(tx, actor, found, stepId);
    const step = stepAfter(actor, found, wait, answer);
    await updateStep(tx, runId, stepId, { ...step, ...(step.status !== "running" && { endedAt: new Date() }) });
    await updateWait(tx, runId, stepId, { answeredAt: new Date(), answeredById: actor.id });
    await goOn(tx, runId);
    await recordAuditEvent(tx, actor, {
      action: "app.run.answer",
      target: { type: "app", id: found.run.appId, name: found.appName },
      after: { runId, step: stepId, decision: answer.decision ?? answer.action ?? "form" },
    });
  });
}

/** What becomes of the step that waited. */
function stepAfter(
  actor: Actor,
  found: ReadableRun,
  { kind, stepId }: WaitRow,
  { decision, inputs = {}, comment, action }: WaitAnswer,
) {
  const said = { comment, by: actor.name };
  const required = (field: string) => new AppError("invalidInput", { data: { fields: { [field]: "required" } } });
  if (kind === "unknown") {
    if (!action) throw required("action");
    if (action === "retry") return { status: "running", handle: AGREED } as const;
    if (action === "skip") return { status: "done", handle: null, output: { skipped: true } } as const;
    return { status: "failed", handle: null, failure: "flowEffectUnknown" } as const;
  }
  if (kind === "consent") {
    if (!decision) throw required("decision");
    if (decision === "approved") return { status: "running", handle: AGREED } as const;
    return { status: "failed", handle: null, failure: "flowNotAllowed" } as const;
  }
  const fields = humanOf(found, stepId)?.data.fields ?? [];
  // Whoever says no owes no form.
  const wrong = decision === "rejected" ? {} : wrongInputs(fields, inputs);
  if (Object.keys(wrong).length > 0) throw new AppError("appInputs", { data: { fields: wrong } });
  const filled = givenFields(fields, inputs as AppInputs);
  if (kind === "form") return { status: "done", handle: null, output: { ...filled, ...said, decision: "" } } as const;
  if (!decision) throw required("decision");
  const handle = decision === "approved" ? APPROVED : REJECTED;
  return { status: "done", handle, output: { ...filled, ...said, decision } } as const;
}

/** Steps inside containers carry the rounds in their ids; the node's own name is the last part. */
function humanOf(run: ReadableRun, stepId: string): FlowNodeOf<"human"> | null {
  const nodeId = stepId.slice(stepId.lastIndexOf(".") + 1);
  for (const { graph } of walk(graphOfRun(run))) {
    const node = graph.nodes.find(({ id }) => id === nodeId);
    if (node?.type === "human") return node;
  }
  return null;
}

async function openWait(
  tx: Transaction,
  actor: Actor,
  { run, mayManage }: ReadableRun,
  stepId: string,
): Promise<WaitRow> {
  const wait = await lockWait(tx, run.id, stepId);
  if (!wait) {
    orNotFound(await findStep(tx, run.id, stepId));
    throw new AppError("waitAnswered");
  }
  const isMine = wait.assigneeId ? wait.assigneeId === actor.id : mayManage;
  if (!isMine) throw new AppError("noPermission");
  return wait;
}

/** Takes a run up again that rested; one that is under way sees by itself what was answered. */
async function goOn(tx: Transaction, runId: string): Promise<void> {
  const run = orNotFound(await lockRun(tx, runId));
  const found = orNotFound(await findRun(tx, runId));
  // With the rights of whoever the run is for, whoever answered.
  const request = { requestId: runId, address: "", userAgent: "" };
  await updateOpenRun(tx, runId, { status: "queued" });
  await startTask(tx, appRun, {
    owner: { id: run.userId, account: found.userAccount, request },
    subject: runId,
    input: { runId },
    titleArgs: { name: found.appName },
    href: resultHref(run.appId, runId),
  });
}

/** Another person is asked instead, by whoever is asked or may change the app. Throws notFound, noPermission, flowAssignee. */
export async function handOverWait(actor: Actor, runId: string, stepId: string, userId: string): Promise<void> {
  const found = await requireRun(actor, runId);
  if (!(await ownerMay(userId, P.APPS))) throw new AppError("flowAssignee");
  await db().transaction(async (tx) => {
    const wait = await lockWait(tx, runId, stepId);
    if (!wait?.assigneeId || wait.kind === "consent") throw new AppError("notFound");
    if (wait.assigneeId !== actor.id && !found.mayManage) throw new AppError("noPermission");
    await updateWait(tx, runId, stepId, { assigneeId: userId });
    await tell(tx, found, wait, userId, "appWait");
    await recordAuditEvent(tx, actor, {
      action: "app.run.handOver",
      target: { type: "app", id: found.run.appId, name: found.appName },
      after: { runId, step: stepId, userId },
    });
  });
}

/** Reminds whoever is asked, once an hour whoever does it. Throws notFound, noPermission, waitReminded. */
export async function remindWait(actor: Actor, runId: string, stepId: string): Promise<void> {
  const found = await requireRun(actor, runId);
  if (!found.isOwn && !found.mayManage) throw new AppError("noPermission");
  await db().transaction(async (tx) => {
    const wait = await lockWait(tx, runId, stepId);
    if (!wait?.assigneeId) throw new AppError("notFound");
    const { userId, args, ...reminder } = asking(found, wait, wait.assigneeId, "appWaitAgain");
    const since = new Date(Date.now() - REMIND_AGAIN_MS);
    if (await wasNotified(tx, { ...reminder, userIds: [userId], args, since })) throw new AppError("waitReminded");
    await notify(tx, [{ ...reminder, userId, args: { ...args, by: actor.name } }]);
  });
}

const asking = (
  { run, appName }: Pick<ReadableRun, "run" | "appName">,
  { subject }: WaitRow,
  userId: string,
  kind: "appWait" | "appWaitAgain" | "appWaitSoon",
) => ({ userId, kind, args: { name: appName, subject }, href: resultHref(run.appId, run.id) });

const tell = (tx: Transaction, ...asked: Parameters<typeof asking>) => notify(tx, [asking(...asked)]);

/** As the log names it. */
const named = ({ runId, stepId }: WaitRow) => ({ id: runId, runId, stepId });

/** Those whose time is over go on without an answer; those whose end is near are told once. */
export async function lookAtWaits(): Promise<void> {
  const { over, reminded } = await listDueWaits(db(), new Date(), BATCH);
  await forEachRow(over.map(named), "wait of a run not ended", ({ runId, stepId }) =>
    db().transaction(async (tx) => {
      if (!(await lockWait(tx, runId, stepId))) return;
      await updateStep(tx, runId, stepId, {
        status: "failed",
        handle: null,
        failure: "flowWaitOver",
        endedAt: new Date(),
      });
      await updateWait(tx, runId, stepId, { answeredAt: new Date() });
      await goOn(tx, runId);
    }),
  );
  await forEachRow(reminded.map(named), "reminder of a run not sent", ({ runId, stepId }) =>
    db().transaction(async (tx) => {
      const open = await lockWait(tx, runId, stepId);
      if (!open?.remindAt || !open.assigneeId) return;
      await updateWait(tx, runId, stepId, { remindAt: null });
      const found = await findRun(tx, runId);
      if (found) await tell(tx, found, open, open.assigneeId, "appWaitSoon");
    }),
  );
}
