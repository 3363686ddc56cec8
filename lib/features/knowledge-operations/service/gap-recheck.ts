import "server-only";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { listUsableBaseIds } from "@/db/queries/knowledge/chats";
import {
  clearChecks,
  findUnchecked,
  insertEvent,
  listOutcomes,
  lockGap,
  markFindings,
  saveCheck,
  updateGap,
} from "@/db/queries/knowledge-operations/gap-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor, RequestMeta } from "@/lib/auth/actor";
import { ownerNow } from "@/lib/auth/delegated";
import { subjectsOf } from "@/lib/auth/subjects";
import type { GAP_MISSES } from "@/lib/config/knowledge-kinds";
import { conversationHref } from "@/lib/conversation/areas";
import { AppError } from "@/lib/errors/errors";
import { gapBoardHref } from "@/lib/features/knowledge/paths";
import { answerSilently } from "@/lib/features/knowledge/service/chat/silent";
import { log } from "@/lib/log";
import { type Notice, notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { textOfParts } from "@/lib/stream/history";
import type { MessagePart } from "@/lib/stream/parts";
import { defineTask } from "@/lib/tasks/define";
import type { HeldTask } from "@/lib/tasks/held";
import { cancelTaskOf, isOpen, lastTask, startTask } from "@/lib/tasks/tasks";
import { isLowSupport } from "../answer-facts";
import { ANSWER_SHOWN } from "../gap-limits";
import { requireOwnGap } from "./gap-scope";

const inputSchema = z.object({ gapId: z.uuid() });
type Recheck = HeldTask<z.infer<typeof inputSchema>, object>;
type Miss = (typeof GAP_MISSES)[number];

/**
 * Asks the questions of a gap again, each with the rights its asker has at that moment; what it costs is charged to whoever
 * said that the gap is closed.
 */
export const gapRecheck = defineTask({
  kind: "gapRecheck",
  input: inputSchema,
  anyOf: [P.KB_MANAGE],
  atOnce: 2,
  ofOneOwner: 1,
  isToldByRows: true,
  steps: { ask },
});

/** The gap is closed, as somebody says: its questions are asked again. Throws notFound, noPermission, gapVerified, questionGone. */
export async function fixGap(actor: Actor, id: string): Promise<void> {
  await begin(actor, id, { action: "gap.fix", isMissedOnly: false });
}

/** Questions of a closed gap that did not pass are asked again. Throws as `fixGap`. */
export async function recheckMissed(actor: Actor, id: string): Promise<void> {
  await begin(actor, id, { action: "gap.recheck", isMissedOnly: true });
}

async function begin(
  actor: Actor,
  id: string,
  { action, isMissedOnly }: { action: "gap.fix" | "gap.recheck"; isMissedOnly: boolean },
): Promise<void> {
  await db().transaction(async (tx) => {
    const { baseName } = await requireOwnGap(actor, id, tx);
    const gap = await lockGap(tx, id);
    if (!gap) throw new AppError("notFound");
    if (gap.state === "verified") throw new AppError("gapVerified");
    const outcomes = await listOutcomes(tx, id);
    if (outcomes.length === 0) throw new AppError("questionGone");
    const running = await lastTask(tx, gapRecheck, id);
    if (running && isOpen(running)) return;
    await clearChecks(tx, id, isMissedOnly);
    if (gap.state !== "fixed") {
      await updateGap(tx, id, { state: "fixed" });
      await insertEvent(tx, { gapId: id, kind: "fixed", actorId: actor.id });
    }
    await startTask(tx, gapRecheck, {
      owner: actor,
      subject: id,
      input: { gapId: id },
      total: outcomes.filter(({ checkId, miss }) => !isMissedOnly || !checkId || miss).length,
      titleArgs: { name: baseName },
      href: gapHref(gap.baseId, id),
    });
    await recordAuditEvent(tx, actor, {
      action,
      target: { type: "knowledgeGap", id },
      after: { baseId: gap.baseId, count: outcomes.length },
    });
  });
}

/** The board with a gap open. */
export const gapHref = (baseId: string, id: string) => `${gapBoardHref(baseId)}&gap=${id}`;

/** Ends the asking; what was asked so far stays. Throws notFound, noPermission. */
export async function stopRecheck(actor: Actor, id: string): Promise<void> {
  await requireOwnGap(actor, id);
  await cancelTaskOf(gapRecheck, id, actor);
}

async function ask(task: Recheck): Promise<void> {
  const { gapId } = task.input;
  const total = (await listOutcomes(db(), gapId)).length;
  for (;;) {
    task.signal.throwIfAborted();
    // Whoever said it is closed may have lost the base meanwhile.
    const payer = await task.actor();
    await requireOwnGap(payer, gapId);
    const next = await findUnchecked(db(), gapId);
    if (!next) break;
    const check = await checkOf(payer, next, task.signal);
    await task.commit(async (tx) => {
      await saveCheck(tx, { findingId: next.id, gapId, checkedAt: new Date(), ...check });
      const done = (await listOutcomes(tx, gapId)).filter(({ checkId }) => checkId).length;
      return { done, total: Math.max(done, total) };
    });
  }
  await conclude(task);
}

type Unchecked = NonNullable<Awaited<ReturnType<typeof findUnchecked>>>;

interface Check {
  miss: Miss | null;
  cited: number;
  supported: number;
  parts: MessagePart[];
}

const missed = (miss: Miss): Check => ({ miss, cited: 0, supported: 0, parts: [] });

async function checkOf(payer: Actor, { askerId, baseId, question }: Unchecked, signal: AbortSignal): Promise<Check> {
  const asker = await ownerNow(askerId, [P.KB_CHAT], payer.request);
  if (!asker) return missed("noRight");
  try {
    const words = textOfParts(question as MessagePart[]);
    const answer = await answerSilently(asker, payer, { baseIds: [baseId], question: words, signal });
    if (answer.outcome === "curated") {
      return { miss: null, cited: 0, supported: 0, parts: beginningOf(answer.parts) };
    }
    if (answer.outcome !== "answered") return missed(answer.outcome);
    const { cited, supported, parts } = answer;
    const isPoor = isLowSupport({ outcome: "answered", cited, supported });
    return { miss: isPoor ? "lowSupport" : null, cited, supported, parts: beginningOf(parts) };
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err }, "question of a gap not answered");
    return missed("failed");
  }
}

/** The beginning of an answer, with the citations that stand in it. */
export function beginningOf(parts: readonly MessagePart[]): MessagePart[] {
  const text = textOfParts(parts as MessagePart[]);
  const shown = text.length > ANSWER_SHOWN ? `${text.slice(0, ANSWER_SHOWN)}…` : text;
  const citations = parts.filter((part) => part.type === "citation");
  return [...(shown ? [{ type: "text" as const, text: shown }] : []), ...citations];
}

/** Once all were asked: a gap all of whose questions pass is verified, and whoever asked is told. */
async function conclude(task: Recheck): Promise<void> {
  const { gapId } = task.input;
  const outcomes = await listOutcomes(db(), gapId);
  const isWhole = outcomes.length > 0 && outcomes.every(({ checkId, miss }) => checkId && !miss);
  const notices = isWhole ? await noticesFor(gapId, outcomes) : [];
  await task.finish(async (tx) => {
    const gap = await lockGap(tx, gapId);
    if (!gap) return;
    // Somebody may have put a question into it since.
    const now = await listOutcomes(tx, gapId);
    const passed = now.filter(({ checkId, miss }) => checkId && !miss).length;
    const facts = { passed, total: now.length };
    if (!isWhole || passed < now.length) {
      await insertEvent(tx, { gapId, kind: "checked", facts });
      return;
    }
    await verify(tx, gap.id, { told: notices });
  });
}

async function verify(tx: Transaction, gapId: string, { told }: { told: readonly Notice[] }): Promise<void> {
  await updateGap(tx, gapId, { state: "verified" });
  await markFindings(tx, gapId, "done");
  await insertEvent(tx, { gapId, kind: "verified", facts: { count: told.length } });
  await notify(tx, told);
}

type Outcome = Awaited<ReturnType<typeof listOutcomes>>[number];

/** One notice a person, who may still ask the base; it leads to where they asked. */
async function noticesFor(gapId: string, outcomes: readonly Outcome[]): Promise<Notice[]> {
  const gap = await db().transaction((tx) => lockGap(tx, gapId));
  if (!gap) return [];
  const request: RequestMeta = { requestId: gapId, address: "", userAgent: "" };
  const notices: Notice[] = [];
  for (const [userId, of] of Map.groupBy(outcomes, ({ askerId }) => askerId)) {
    const asker = await ownerNow(userId, [P.KB_CHAT], request);
    if (!asker || (await listUsableBaseIds(db(), subjectsOf(asker), [gap.baseId])).length === 0) continue;
    const { kind, sessionId, messageId } = of[0]!;
    const href = conversationHref(kind, sessionId, messageId);
    notices.push({ userId, kind: "gapVerified", args: { count: of.length }, href });
  }
  return notices;
}
