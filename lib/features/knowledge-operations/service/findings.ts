import "server-only";
import { db } from "@/db/client";
import type { Page } from "@/db/page";
import {
  countFindingStates,
  type FindingFilter,
  type FindingRow,
  type FindingState,
  findFinding,
  listFindingEvents,
  listFindings as listRows,
  moveFinding,
} from "@/db/queries/knowledge-operations/findings";
import { linkQa } from "@/db/queries/knowledge-operations/recorded";
import { listUserNames } from "@/db/queries/reports/names";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, isoTimes, startOfDay } from "@/lib/config/time";
import { AppError } from "@/lib/errors/errors";
import { requireBase } from "@/lib/features/knowledge/service/bases";
import { createFromAnswer } from "@/lib/features/knowledge/service/qa/from-answer";
import { listManagers } from "@/lib/features/knowledge/service/reach";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { FINDING_EVENTS, type FindingDetailDto, type FindingDto, type FindingsDto } from "../findings-dto";
import { findingHref } from "../findings-filter";
import type { FindingQa, FindingsQuery } from "../findings-schema";
import type { OpenedAnswerDto } from "../usage-dto";
import { insightOf, requireInsight } from "./insight";
import { readOpened } from "./opened-answers";

/** What people did about a finding that is shown. */
const HISTORY = 50;
const UNDECIDED: readonly FindingState[] = ["open", "assigned"];
const DECIDED: readonly FindingState[] = ["done", "dismissed"];

// The log does without words: a finding has none of its own.
const target = ({ id }: { id: string }) => ({ type: "knowledgeFinding", id });

/**
 * Answers of a base, or of all bases somebody sees, that are worth keeping or that something is wrong with; words only where
 * they may be read. Throws notFound.
 */
export async function listFindings(actor: Actor, query: FindingsQuery): Promise<FindingsDto> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  if (query.baseId) await requireInsight(actor, query.baseId);
  else requirePermission(actor, P.KB_CENTER);
  const { page, pageSize, days, ...rest } = query;
  const filter: FindingFilter = { ...rest, since: days ? await sinceOf(days) : undefined };
  return pageOfFindings(actor, filter, { page, pageSize });
}

async function pageOfFindings(actor: Actor, filter: FindingFilter, page: Page): Promise<FindingsDto> {
  const insight = insightOf(actor);
  const [{ rows, total }, states] = await Promise.all([
    listRows(db(), insight, filter, page),
    countFindingStates(db(), insight, filter),
  ]);
  return { items: rows.map(toFinding), total, states };
}

async function sinceOf(days: number): Promise<Date> {
  const { timeZone } = await loadConfig("customConfig");
  return startOfDay(addDays(dayIn(timeZone), 1 - days), timeZone);
}

/** One finding with what people did about it. Throws notFound. */
export async function readFinding(actor: Actor, id: string): Promise<FindingDetailDto> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const row = await requireFinding(actor, id);
  const events = await listFindingEvents(db(), id, HISTORY);
  return {
    ...toFinding(row),
    mayChange: await mayChange(actor, row.baseId),
    history: events.flatMap(({ id: eventId, action, at, actorName, after }) => {
      const event = FINDING_EVENTS.find((name) => action === `knowledge.finding.${name}`);
      const { assignee, reason } = (after ?? {}) as { assignee?: string; reason?: string };
      if (!event) return [];
      return [{ id: eventId, event, by: actorName ?? "", detail: assignee ?? reason ?? "", at: at.toISOString() }];
    }),
  };
}

async function mayChange(actor: Actor, baseId: string): Promise<boolean> {
  if (!hasPermission(actor, P.KB_MANAGE)) return false;
  return requireBase(actor, baseId, "manage").then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.key === "notFound") return false;
      throw error;
    },
  );
}

async function requireFinding(actor: Actor, id: string): Promise<FindingRow> {
  const row = await findFinding(db(), insightOf(actor), id);
  if (!row) throw new AppError("notFound");
  return row;
}

/** A finding of a base the person manages. Throws notFound. */
async function requireManaged(actor: Actor, id: string) {
  requirePermission(actor, P.KB_MANAGE);
  const finding = await requireFinding(actor, id);
  return { finding, base: await requireBase(actor, finding.baseId, "manage") };
}

/**
 * Question and answer of a finding; the operation log and the asker's list of readers say who read them (spec B8). Throws
 * notFound, wordsClosed, questionGone.
 */
export async function openFinding(actor: Actor, id: string): Promise<OpenedAnswerDto> {
  requirePermission(actor, P.KB_MANAGE, P.KB_CENTER);
  const { messageId, baseId, isGone } = await requireFinding(actor, id);
  if (!messageId || isGone) throw new AppError("questionGone");
  const { opened, tell } = await readOpened(actor, { messageId, baseId });
  await db().transaction(async (tx) => {
    await recordAuditEvent(tx, actor, {
      action: "knowledge.finding.open",
      target: target({ id }),
      after: { messageId },
    });
    await tell(tx);
  });
  return opened;
}

/** People a finding can be given to: those who manage its base. Throws notFound. */
export async function listAssignees(actor: Actor, id: string) {
  const { base } = await requireManaged(actor, id);
  const rows = await listUserNames(db(), await listManagers(base));
  return {
    items: rows
      .map((row) => ({ id: row.id, name: row.name, detail: row.account }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

/** Gives a finding to somebody who manages its base, or takes it back. Throws notFound, notManager, findingDecided. */
export async function assignFinding(actor: Actor, id: string, assigneeId: string | null): Promise<void> {
  const { finding, base } = await requireManaged(actor, id);
  const assignee = assigneeId ? await managerOf(base, assigneeId) : null;
  await db().transaction(async (tx) => {
    await requireBase(actor, base.id, "manage", tx);
    const to = assignee ? ({ state: "assigned", assigneeId } as const) : ({ state: "open", assigneeId: null } as const);
    if (!(await moveFinding(tx, id, UNDECIDED, to))) throw new AppError("findingDecided");
    const after = { baseId: base.id, assignee: assignee?.name ?? null };
    await recordAuditEvent(tx, actor, { action: "knowledge.finding.assign", target: target({ id }), after });
    if (!assignee || assignee.id === actor.id) return;
    const args = { name: actor.name, base: base.name };
    const kind = finding.kind === "wrong" ? ("wrongQuestionAssigned" as const) : ("goodAnswerAssigned" as const);
    await notify(tx, [{ userId: assignee.id, kind, args, href: findingHref(finding.kind, base.id, id) }]);
  });
}

async function managerOf(base: Parameters<typeof listManagers>[0], userId: string) {
  const isManager = (await listManagers(base)).includes(userId);
  const [person] = isManager ? await listUserNames(db(), [userId]) : [];
  if (!person) throw new AppError("notManager");
  return person;
}

/** Nothing has to be done about it: the operation log keeps why. Throws notFound, findingDecided. */
export async function dismissFinding(actor: Actor, id: string, reason: string): Promise<void> {
  await decide(actor, id, { action: "knowledge.finding.dismiss", from: UNDECIDED, state: "dismissed", reason });
}

/** Somebody has dealt with it. Throws notFound, findingDecided. */
export async function finishFinding(actor: Actor, id: string): Promise<void> {
  await decide(actor, id, { action: "knowledge.finding.done", from: UNDECIDED, state: "done" });
}

/** Takes a decision back. Throws notFound, findingDecided. */
export async function reopenFinding(actor: Actor, id: string): Promise<void> {
  await decide(actor, id, { action: "knowledge.finding.reopen", from: DECIDED, state: "open" });
}

interface Decision {
  action: "knowledge.finding.dismiss" | "knowledge.finding.done" | "knowledge.finding.reopen";
  from: readonly FindingState[];
  state: FindingState;
  reason?: string;
}

async function decide(actor: Actor, id: string, { action, from, state, reason }: Decision): Promise<void> {
  const { base } = await requireManaged(actor, id);
  await db().transaction(async (tx) => {
    await requireBase(actor, base.id, "manage", tx);
    const to = state === "open" ? { state, assigneeId: null } : { state };
    if (!(await moveFinding(tx, id, from, to))) throw new AppError("findingDecided");
    const after = { baseId: base.id, ...(reason ? { reason } : {}) };
    await recordAuditEvent(tx, actor, { action, target: target({ id }), after });
  });
}

function toFinding(row: FindingRow): FindingDto {
  const { id, kind, causes, reason, state, qaId, recallItemId, question, remark, isOpen, isGone } = row;
  const { askedAt, updatedAt } = isoTimes({ askedAt: row.askedAt, updatedAt: row.updatedAt });
  const closed = isOpen ? null : isGone || !row.messageId ? ("gone" as const) : ("policy" as const);
  return {
    id,
    kind,
    base: { id: row.baseId, name: row.baseName },
    causes,
    reason,
    state,
    assignee: row.assigneeId ? { id: row.assigneeId, name: row.assigneeName ?? "" } : null,
    department: row.departmentName ?? "",
    asker: row.askerName,
    question,
    remark: remark || null,
    closed,
    ...{ qaId, recallItemId, askedAt, updatedAt },
  };
}

/**
 * A finding becomes a pair of question and answer of its base (spec H4), with what the answer cites where nothing else is said,
 * and is done with. The operation log says who read the words. Throws notFound, wordsClosed, questionGone, and as a new pair.
 */
export async function makeQaOf(actor: Actor, id: string, qa: FindingQa): Promise<{ id: string }> {
  const { finding } = await requireManaged(actor, id);
  const { messageId, baseId, isGone } = finding;
  if (!messageId || isGone) throw new AppError("questionGone");
  const { opened } = await readOpened(actor, { messageId, baseId });
  const { citations, ...words } = qa;
  const made = await createFromAnswer(actor, {
    ...words,
    ...(citations?.length && { citations }),
    ...{ baseId, messageId, cited: opened.citations },
  });
  await db().transaction(async (tx) => {
    await linkQa(tx, id, made.id);
    await recordAuditEvent(tx, actor, {
      action: "knowledge.finding.done",
      target: target({ id }),
      after: { messageId, qaId: made.id },
    });
  });
  return made;
}
