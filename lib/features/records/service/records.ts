import "server-only";
import { db } from "@/db/client";
import { findRound, insertReads, listRoundCalls } from "@/db/queries/records/records";
import {
  listDepartmentNames,
  listModelNames,
  listUserNames,
  searchDepartments,
  searchModels,
  searchUsers,
} from "@/db/queries/reports/names";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { asReadBy } from "@/lib/citations/gone";
import type { Choice } from "@/lib/client/choices";
import { appOfKind } from "@/lib/conversation/areas";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { flushLedger } from "@/lib/models/ledger";
import { P } from "@/lib/permissions/codes";
import { leafBelow, readBranch } from "@/lib/stream/messages";
import type { RecordContentDto, RecordDetailDto, RecordPage } from "../dto";
import type { ChoicesQuery, RecordQuery } from "../schema";
import { pageOfRounds, toDto } from "./rounds";

const CHOICES = 50;

/** A page of everybody's rounds; words only where the person's department lets administrators read them. */
export async function listRecords(actor: Actor, query: RecordQuery): Promise<RecordPage> {
  requirePermission(actor, P.CHAT_RECORD);
  return pageOfRounds("console", query);
}

/** A page of everybody's searches. */
export async function listSearches(actor: Actor, query: RecordQuery): Promise<RecordPage> {
  requirePermission(actor, P.SEARCH_RECORD);
  return pageOfRounds("console", { ...query, app: undefined }, { app: APP.SEARCH });
}

/** Rounds of searches are open to whoever looks after searches alone, others are not there for them. Throws notFound. */
function assertOpenTo(actor: Actor, { kind }: { kind: string }): void {
  if (hasPermission(actor, P.CHAT_RECORD)) return;
  if (!hasPermission(actor, P.SEARCH_RECORD) || appOfKind(kind) !== APP.SEARCH) throw new AppError("notFound");
}

/** One round with its figures and calls. Throws notFound. */
export async function readRecord(actor: Actor, id: string): Promise<RecordDetailDto> {
  const row = await requireRound(id);
  assertOpenTo(actor, row);
  await flushLedger();
  const calls = await listRoundCalls(db(), [id]);
  const mayOpenLog = hasPermission(actor, P.GATEWAY);
  return {
    ...toDto(row, calls),
    calls: calls.map(({ requestId, callId }) => ({ requestId, logId: mayOpenLog ? callId : null })),
  };
}

/**
 * What was said around a round: its whole branch. The operation log says who read it, and so does the owner's list of
 * readers (spec B8). Throws notFound, recordClosed.
 */
export async function openRecord(actor: Actor, id: string): Promise<RecordContentDto> {
  const row = await requireRound(id);
  assertOpenTo(actor, row);
  if (!row.isReadable) throw new AppError("recordClosed");
  const { sessionId, userId } = row;
  const activeLeafId = await leafBelow({ id, sessionId });
  const { items } = await readBranch({ id: sessionId, activeLeafId });
  const title = row.title ?? "";
  await db().transaction(async (tx) => {
    await recordAuditEvent(tx, actor, {
      action: "record.open",
      // Titles are words of the conversation: the log does without.
      target: { type: "conversation", id: sessionId },
      after: { userId, app: appOfKind(row.kind), messageId: id },
    });
    await insertReads(tx, actor.id, [{ userId, sessionId, title }]);
  });
  return { title, items: await asReadBy(actor, items) };
}

async function requireRound(id: string) {
  return orNotFound(await findRound(db(), id, "console"));
}

/** What a filter may be set to, by a word; with `id` the name of that one. */
export async function listChoices(
  actor: Actor,
  { kind, keyword = "", id }: ChoicesQuery,
): Promise<{ items: Choice[] }> {
  requirePermission(actor, P.CHAT_RECORD, P.SEARCH_RECORD);
  if (kind === "user") {
    const rows = id ? await listUserNames(db(), [id]) : await searchUsers(db(), keyword, CHOICES);
    return { items: rows.map((row) => ({ id: row.id, name: row.name, detail: row.account })) };
  }
  if (kind === "model") {
    const rows = id ? await listModelNames(db(), [id]) : await searchModels(db(), keyword, CHOICES);
    return { items: rows.map((row) => ({ id: row.id, name: row.name })) };
  }
  const rows = id ? await listDepartmentNames(db(), [id]) : await searchDepartments(db(), keyword, CHOICES);
  return { items: rows.map((row) => ({ id: row.id, name: row.name })) };
}
