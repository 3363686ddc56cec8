import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { CronExpressionParser } from "cron-parser";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { findRunByKey } from "@/db/queries/apps/runs";
import {
  advanceTrigger,
  countTriggers,
  type DueTrigger,
  findHook,
  findTrigger,
  insertTrigger,
  listDueTriggers,
  listTriggers,
  removeTrigger,
  stopTrigger,
  type TriggerRow,
  updateTrigger,
} from "@/db/queries/apps/triggers";
import { findVersion } from "@/db/queries/apps/versions";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor, RequestMeta } from "@/lib/auth/actor";
import { ownerNow } from "@/lib/auth/delegated";
import { decrypt, encrypt } from "@/lib/encryption";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { forEachRow } from "@/lib/jobs/each-row";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { editorHref } from "../../paths";
import type { TriggerDto } from "../../runs-dto";
import type { NewTrigger, TriggerPatch } from "../../runs-schema";
import { type AppInputs, type AppVariable, appInputs, wrongInputs } from "../../variables";
import { beginningOf } from "../../workflow/beginning";
import { requireFlow, target } from "../apps";
import { assertRoomForRun, assertRunnable, beginRun } from "./begin";
import { refusedHook } from "./hook-refusals";
import { graphOf } from "./run-graph";

const TRIGGERS_MAX = 10;
const BATCH = 200;
/** A signature older or newer than this is refused, seconds: what was overheard cannot be said again later. */
const SIGNED_WITHIN = 300;
/** A schedule runs at most so often, seconds. */
const APART_MIN = 60;
const SECRET_PURPOSE = "app-trigger";

/** Triggers of a workflow one may change. Throws notFound. */
export async function readTriggers(actor: Actor, appId: string): Promise<{ items: TriggerDto[] }> {
  await requireFlow(actor, appId);
  return { items: (await listTriggers(db(), appId)).map(toDto) };
}

/** The secret of a webhook is told this once. Throws notFound, triggerLimit, invalidInput. */
export async function createTrigger(actor: Actor, appId: string, input: NewTrigger) {
  const app = await requireFlow(actor, appId);
  const { kind, name, isOn, inputs } = input;
  const clock = input.kind === "schedule" ? clockOf(input.cron, input.timeZone, isOn) : {};
  const secret = kind === "webhook" ? newSecret() : null;
  const id = v7();
  await db().transaction(async (tx) => {
    if ((await countTriggers(tx, appId)) >= TRIGGERS_MAX) {
      throw new AppError("triggerLimit", { args: { max: TRIGGERS_MAX } });
    }
    const secretCipher = secret && encrypt(SECRET_PURPOSE, secret);
    await insertTrigger(tx, { id, appId, kind, name, isOn, inputs, secretCipher, ...clock });
    await recordAuditEvent(tx, actor, { action: "app.trigger.create", target: target(app), after: { kind, name } });
  });
  return { id, secret };
}

/** Throws notFound, invalidInput. `newSecret`: the new secret of a webhook is answered, the old one is worth nothing. */
export async function changeTrigger(
  actor: Actor,
  appId: string,
  id: string,
  { newSecret: isRenewed, cron, timeZone, ...patch }: TriggerPatch,
) {
  const app = await requireFlow(actor, appId);
  return db().transaction(async (tx) => {
    const row = orNotFound(await findTrigger(tx, appId, id));
    const isOn = patch.isOn ?? row.isOn;
    const clock = row.kind === "schedule" ? clockOf(cron ?? row.cron ?? "", timeZone ?? row.timeZone ?? "", isOn) : {};
    const secret = isRenewed && row.kind === "webhook" ? newSecret() : null;
    await updateTrigger(tx, id, {
      ...patch,
      ...clock,
      ...(secret && { secretCipher: encrypt(SECRET_PURPOSE, secret) }),
      // Whoever switches it on again has looked at what stopped it.
      ...(patch.isOn && { failure: null }),
    });
    const after = { name: patch.name ?? row.name, isOn, ...(secret && { secret: "renewed" }) };
    await recordAuditEvent(tx, actor, { action: "app.trigger.change", target: target(app), after });
    return { id, secret };
  });
}

/** Throws notFound. */
export async function deleteTrigger(actor: Actor, appId: string, id: string): Promise<void> {
  const app = await requireFlow(actor, appId);
  await db().transaction(async (tx) => {
    const row = orNotFound(await findTrigger(tx, appId, id));
    await removeTrigger(tx, appId, id);
    await recordAuditEvent(tx, actor, {
      action: "app.trigger.delete",
      target: target(app),
      before: { kind: row.kind, name: row.name },
    });
  });
}

const newSecret = () => randomBytes(32).toString("base64url");

/** When a schedule runs next, in its time zone. Throws invalidInput with the field that is wrong. */
function clockOf(cron: string, timeZone: string, isOn: boolean) {
  const wrong = (field: string) => new AppError("invalidInput", { data: { fields: { [field]: "invalid" } } });
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw wrong("timeZone");
  }
  if (cron.trim().split(/\s+/).length !== 5) throw wrong("cron");
  try {
    return { cron, timeZone, nextAt: isOn ? nextTime(cron, timeZone, new Date()) : null };
  } catch {
    throw wrong("cron");
  }
}

/** The next time after a moment, at least a minute later. */
export function nextTime(cron: string, timeZone: string, after: Date): Date {
  const currentDate = new Date(after.getTime() + (APART_MIN - 1) * 1000);
  return CronExpressionParser.parse(cron, { currentDate, tz: timeZone }).next().toDate();
}

function toDto({ id, kind, isOn, name, cron, timeZone, nextAt, inputs, ...row }: TriggerRow): TriggerDto {
  return {
    ...{ id, kind, isOn, name, cron, timeZone, inputs },
    nextAt: nextAt?.toISOString() ?? null,
    path: kind === "webhook" ? `/api/apps/hooks/${id}` : null,
    lastAt: row.lastAt?.toISOString() ?? null,
    lastRunId: row.lastRunId,
    failure: row.failure,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Begins what is due; a time that was missed while nothing ran is made up for once. */
export async function runDueTriggers(): Promise<void> {
  const due = await listDueTriggers(db(), new Date(), BATCH);
  const rows = due.map((row) => ({ id: row.trigger.id, row }));
  await forEachRow(rows, "schedule of an app not run", ({ row }) => runDue(row));
}

async function runDue(due: DueTrigger): Promise<void> {
  const { trigger, ownerId } = due;
  const { id, cron, timeZone, nextAt } = trigger;
  if (!nextAt || !cron || !timeZone) return;
  const request: RequestMeta = { requestId: v7(), address: "", userAgent: "" };
  const owner = await ownerNow(ownerId, [P.APPS], request);
  await db().transaction(async (tx) => {
    const now = new Date();
    if (!(await advanceTrigger(tx, id, nextAt, { nextAt: nextTime(cron, timeZone, now), lastAt: now }))) return;
    if (!owner) return halt(tx, due, "noPermission");
    const failure = await begin(tx, due, owner, trigger.inputs, `${id}:${nextAt.getTime()}`);
    if (failure) await halt(tx, due, failure);
  });
}

/** Begins a run of the published version; the key of what is wrong where it cannot. */
async function begin(
  tx: Transaction,
  { trigger, ownerId, version, name }: DueTrigger,
  owner: Actor,
  inputs: AppInputs,
  idempotencyKey: string,
): Promise<"flowProblems" | "appInputs" | null> {
  const { settings } = orNotFound(await findVersion(tx, trigger.appId, version ?? 0));
  const graph = graphOf(settings);
  try {
    assertRunnable(graph);
  } catch {
    return "flowProblems";
  }
  if (Object.keys(wrongInputs(beginningOf(graph).variables, inputs)).length > 0) return "appInputs";
  const row = { appId: trigger.appId, userId: ownerId, version, graph: null, inputs, text: "", files: [] };
  const runId = await beginRun(
    tx,
    owner,
    { ...row, trigger: trigger.kind, triggerId: trigger.id, idempotencyKey },
    name,
  );
  if (runId) await updateTrigger(tx, trigger.id, { lastAt: new Date(), lastRunId: runId });
  return null;
}

/** It stops, and its owner hears of it. */
async function halt(tx: Transaction, { trigger, ownerId, name }: DueTrigger, failure: string): Promise<void> {
  if (!(await stopTrigger(tx, trigger.id, failure))) return;
  const args = { name, trigger: trigger.name };
  await notify(tx, [{ userId: ownerId, kind: "appTriggerStopped", args, href: editorHref(trigger.appId) }]);
}

export interface HookCall {
  /** Seconds since 1970, as they were signed. */
  timestamp: string | null;
  /** `v1=` and the HMAC-SHA256 of `timestamp.body` in hexadecimal. */
  signature: string | null;
  /** Of the caller's delivery; the same begins one run. */
  deliveryId: string | null;
  body: string;
}

/**
 * Another system begins a run, with the rights of the app's owner. Throws notFound for a webhook that is not there or off,
 * hookRefused or tooManyRequests for a wrong or old signature, noPermission once the owner's rights are gone, appInputs, flowProblems, runsLimit.
 */
export async function callHook(id: string, call: HookCall, request: RequestMeta): Promise<{ runId: string }> {
  const hook = await findHook(db(), id);
  if (!hook?.trigger.secretCipher) throw new AppError("notFound");
  if (!isSigned(decrypt(SECRET_PURPOSE, hook.trigger.secretCipher), call)) {
    const { appId, name } = hook.trigger;
    throw await refusedHook({ id, app: { id: appId, name: hook.name }, name }, request);
  }
  const owner = await ownerNow(hook.ownerId, [P.APPS], request);
  if (!owner) {
    await db().transaction((tx) => halt(tx, hook, "noPermission"));
    throw new AppError("noPermission");
  }
  // Without an id of its own a delivery is told by its signature, which holds its time.
  const key = `${id}:${call.deliveryId ?? call.signature}`;
  const known = await findRunByKey(db(), hook.ownerId, key);
  if (known) return { runId: known };
  const graph = graphOf(orNotFound(await findVersion(db(), hook.trigger.appId, hook.version ?? 0)).settings);
  const inputs = { ...hook.trigger.inputs, ...inputsIn(call.body, beginningOf(graph).variables) };
  await db().transaction(async (tx) => {
    await assertRoomForRun(tx, owner.id);
    const failure = await begin(tx, hook, owner, inputs, key);
    if (failure) throw new AppError(failure);
    const { appId, name } = hook.trigger;
    await recordAuditEvent(tx, owner, {
      action: "app.hook.call",
      target: { type: "app", id: appId, name: hook.name },
      after: { name },
    });
  });
  return { runId: orNotFound(await findRunByKey(db(), hook.ownerId, key)) };
}

function isSigned(secret: string, { timestamp, signature, body }: HookCall): boolean {
  const seconds = Number(timestamp);
  const isNow = Number.isInteger(seconds) && Math.abs(Date.now() / 1000 - seconds) <= SIGNED_WITHIN;
  const wanted = Buffer.from(`v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`);
  const given = Buffer.from(signature ?? "");
  const isRight = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isNow && isRight;
}

/** Fields of the form that a JSON body names; a field `body` is the whole of it. */
function inputsIn(body: string, form: readonly AppVariable[]): AppInputs {
  let sent: unknown;
  try {
    sent = body.trim() === "" ? {} : JSON.parse(body);
  } catch {
    throw new AppError("invalidInput");
  }
  const fields =
    sent !== null && typeof sent === "object" && !Array.isArray(sent) ? (sent as Record<string, unknown>) : {};
  const named = form.flatMap(({ name, type }) => {
    if (!Object.hasOwn(fields, name)) return name === "body" ? [[name, body] as const] : [];
    const value = fields[name];
    const isText = type !== "number" && type !== "switch";
    return [[name, isText && typeof value !== "string" ? JSON.stringify(value) : value] as const];
  });
  const read = appInputs.safeParse(Object.fromEntries(named));
  if (!read.success) throw new AppError("appInputs");
  return read.data;
}
