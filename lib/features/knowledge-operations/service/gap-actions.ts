import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  insertEvent,
  insertGap,
  listWords,
  lockGap,
  moveFinding,
  moveFindings,
  removeEmptyGaps,
  removeGap,
  updateGap,
} from "@/db/queries/knowledge-operations/gap-changes";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, startOfDay } from "@/lib/config/time";
import { AppError } from "@/lib/errors/errors";
import { requireBase } from "@/lib/features/knowledge/service/bases";
import { managersAmong, searchManagers } from "@/lib/features/knowledge/service/reach";
import { notify } from "@/lib/mail/notify";
import { embeddingModel, embedTexts } from "@/lib/retrieval/build";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { isOpen, lastTask } from "@/lib/tasks/tasks";
import { middle, unit } from "../gap-clusters";
import { DUE_DAYS } from "../gap-limits";
import type { GapAssignment, GapMerge, GapMove, ManagerQuery } from "../gap-schema";
import { gapHref, gapRecheck } from "./gap-recheck";
import { requireOwnGap, scopeOf } from "./gap-scope";

const target = (id: string) => ({ type: "knowledgeGap", id });
/** Questions of a gap among which one that is moved is looked for. */
const LOOKED_AT = 2000;

/** People a gap of a base can be given to. Throws notFound. */
export async function listGapManagers(actor: Actor, { baseId, keyword = "" }: ManagerQuery) {
  scopeOf(actor);
  return { items: await searchManagers(await requireBase(actor, baseId, "manage"), keyword) };
}

/**
 * Gives a gap to somebody who manages its base, or to nobody; one that was said to be closed is not any more. Throws notFound,
 * noPermission, gapVerified, gapBusy, gapOwnerUnfit.
 */
export async function assignGap(actor: Actor, id: string, { ownerId, dueDay }: GapAssignment): Promise<void> {
  const { baseId, baseName } = await requireOwnGap(actor, id);
  const base = await requireBase(actor, baseId, "manage");
  if (ownerId && (await managersAmong(base, [ownerId])).length === 0) throw new AppError("gapOwnerUnfit");
  const { timeZone } = await loadConfig("customConfig");
  const day = dueDay ?? addDays(dayIn(timeZone), DUE_DAYS);
  // The whole of the day is theirs.
  const dueAt = ownerId ? new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1) : null;
  await db().transaction(async (tx) => {
    const gap = await requireStill(tx, actor, id);
    await updateGap(tx, id, { ownerId, dueAt, state: ownerId ? "assigned" : "open" });
    const facts = ownerId ? { ownerId } : {};
    await insertEvent(tx, { gapId: id, kind: ownerId ? "assigned" : "unassigned", actorId: actor.id, facts });
    const before = { ownerId: gap.ownerId };
    await recordAuditEvent(tx, actor, { action: "gap.assign", target: target(id), before, after: { ownerId } });
    if (ownerId && ownerId !== actor.id && ownerId !== gap.ownerId) {
      const args = { name: actor.name, base: baseName, day };
      await notify(tx, [{ userId: ownerId, kind: "gapAssigned", args, href: gapHref(baseId, id) }]);
    }
  });
}

/** The gap, held; not while its questions are asked, and not once they passed. */
async function requireStill(tx: Transaction, actor: Actor, id: string) {
  await requireOwnGap(actor, id, tx);
  const gap = await lockGap(tx, id);
  if (!gap) throw new AppError("notFound");
  if (gap.state === "verified") throw new AppError("gapVerified");
  const asking = await lastTask(tx, gapRecheck, id);
  if (asking && isOpen(asking)) throw new AppError("gapBusy");
  return gap;
}

/** Both in the order of their ids, so that two people never wait for each other. */
async function requireBoth(tx: Transaction, actor: Actor, id: string, otherId: string) {
  const [first, second] = id < otherId ? [id, otherId] : [otherId, id];
  const held = [await requireStill(tx, actor, first), await requireStill(tx, actor, second)];
  const [own, other] = id < otherId ? held : held.toReversed();
  if (id === otherId || own!.baseId !== other!.baseId) throw new AppError("invalidInput");
  return { own: own!, other: other! };
}

/**
 * All questions of a gap go into another of its base, with what became of it. Throws notFound, noPermission, gapVerified,
 * gapBusy, and invalidInput for one of another base.
 */
export async function mergeGaps(actor: Actor, id: string, { intoId }: GapMerge): Promise<void> {
  await db().transaction(async (tx) => {
    const { own, other } = await requireBoth(tx, actor, id, intoId);
    const count = await moveFindings(tx, id, intoId);
    const isSame = own.modelId === other.modelId;
    const center = isSame
      ? Array.from(middle([unit(own.center as number[]), unit(other.center as number[])]))
      : other.center;
    await updateGap(tx, intoId, { center, ...unfixed(other) });
    await insertEvent(tx, { gapId: intoId, kind: "merged", actorId: actor.id, facts: { count } });
    await removeGap(tx, id);
    await recordAuditEvent(tx, actor, { action: "gap.merge", target: target(intoId), after: { gapId: id, count } });
  });
}

/** A gap that was said to be closed has a question now that was not asked again. */
const unfixed = ({ state, ownerId }: { state: string; ownerId: string | null }) =>
  state === "fixed" ? { state: ownerId ? ("assigned" as const) : ("open" as const) } : {};

/**
 * One question of a gap goes into another of its base, or becomes one by itself. Throws notFound, noPermission, gapVerified,
 * gapBusy, questionGone, and invalidInput for one of another base.
 */
export async function moveQuestion(actor: Actor, id: string, { findingId, toId }: GapMove): Promise<{ id: string }> {
  const gap = await requireOwnGap(actor, id);
  const moved = (await listWords(db(), id, LOOKED_AT)).find((row) => row.id === findingId);
  const vector =
    moved && !toId ? await vectorOf(actor, textOfParts(moved.question as MessagePart[]), gap.modelId) : null;
  const to = await db().transaction(async (tx) => {
    const held = toId ? (await requireBoth(tx, actor, id, toId)).own : await requireStill(tx, actor, id);
    const { baseId, modelId, center } = held;
    const into = toId ?? (await insertGap(tx, { baseId, modelId, center: vector ?? center }));
    const likeness = toId ? 0 : 1;
    if (!(await moveFinding(tx, findingId, { from: id, to: into, likeness }))) throw new AppError("notFound");
    if (toId) {
      const other = await lockGap(tx, toId);
      if (other) await updateGap(tx, toId, unfixed(other));
    }
    await insertEvent(tx, { gapId: id, kind: "movedOut", actorId: actor.id });
    await insertEvent(tx, { gapId: into, kind: "movedIn", actorId: actor.id });
    await removeEmptyGaps(tx, held.baseId);
    await recordAuditEvent(tx, actor, { action: "gap.move", target: target(id), after: { gapId: into } });
    return into;
  });
  return { id: to };
}

/** A vector of its own for a gap of one question; without the model it keeps that of the gap it came from. */
async function vectorOf(actor: Actor, words: string, modelId: string | null): Promise<number[] | null> {
  const model = modelId && words.trim() ? await embeddingModel(actor, modelId).catch(() => null) : null;
  if (!model) return null;
  const signal = AbortSignal.timeout(20_000);
  const call = { viewer: actor, app: APP.KNOWLEDGE, model, inputs: [words.trim().slice(0, 2000)], signal };
  const [vector] = await embedTexts(call).catch(() => [null]);
  return vector ? Array.from(unit(vector)) : null;
}
