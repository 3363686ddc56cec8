import "server-only";
import { db } from "@/db/client";
import { findRequestLog, listRequestLogs } from "@/db/queries/gateway/request-logs";
import { listSupplierKeys } from "@/db/queries/models/models";
import { insertReads } from "@/db/queries/records/records";
import { type AuditEvent, recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { flushLedger } from "@/lib/models/ledger";
import { answerTextOf, openContent } from "@/lib/models/logged-content";
import { P } from "@/lib/permissions/codes";
import type { CursorPage, LogContentDto, LogDetailDto, LogRowDto } from "../dto";
import type { LogQuery } from "../log-schema";

type Row = Awaited<ReturnType<typeof listRequestLogs>>[number];

/** A page of logged requests, newest first; without what was said in them. */
export async function listLogs(actor: Actor, query: LogQuery): Promise<CursorPage<LogRowDto>> {
  requirePermission(actor, P.GATEWAY);
  const { before, limit, from, to, ...filter } = query;
  await flushLedger();
  const span = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
  const rows = await listRequestLogs(db(), { ...filter, ...span }, { before, limit: limit + 1 });
  const items = rows.slice(0, limit).map((row) => ({ ...common(row), attempts: row.attempts.length }));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** One logged request: its way through the suppliers, what it took, what it cost. Throws notFound. */
export async function readLog(actor: Actor, id: string): Promise<LogDetailDto> {
  requirePermission(actor, P.GATEWAY);
  const row = await requireLog(id);
  const hints = new Map((await listSupplierKeys(db())).map((key) => [key.id, key.name || key.hint]));
  return {
    ...common(row),
    attempts: row.attempts.map(({ supplier, upstreamModel, keyId, error, status, ms }) => ({
      supplier,
      upstreamModel,
      keyHint: hints.get(keyId ?? "") ?? "",
      error,
      status,
      ms,
    })),
    level: row.level,
    hasContent: row.contentCipher !== null,
    closed: closedTo(actor, row),
    firstTokenMs: row.firstTokenMs,
    estimated: row.estimated ?? false,
    costMicros: row.costMicros,
    currency: row.currency,
    replayable: row.contentCipher !== null && row.kind === "chat" && closedTo(actor, row) === null,
  };
}

/** What was said in a request. Throws what `readContent` throws. */
export async function openLog(actor: Actor, id: string): Promise<LogContentDto> {
  const { row, content } = await readContent(actor, id, (opened) => ({
    action: "gateway.log.open",
    target: { type: "request-log", id, name: opened.modelName },
    after: { userId: opened.userId, app: opened.app, level: opened.level },
  }));
  return { ...content, answerText: row.kind === "chat" ? answerTextOf(content) : null };
}

/**
 * The words of a logged call: for those who may read conversations as well, as far as the policy of the person's department
 * opens them (SECURITY rule 34). The operation log says who read them, and so does the person's own list of readers.
 * Throws notFound, noPermission, recordClosed, contentNotKept.
 */
export async function readContent(actor: Actor, id: string, event: (row: LogRecord) => AuditEvent) {
  requirePermission(actor, P.GATEWAY);
  const row = await requireLog(id);
  const closed = closedTo(actor, row);
  if (closed) throw new AppError(closed === "right" ? "noPermission" : "recordClosed");
  if (!row.contentCipher) throw new AppError("contentNotKept");
  const content = openContent(row.contentCipher);
  const { userId, sessionId, title, app, createdAt } = row;
  await db().transaction(async (tx) => {
    await recordAuditEvent(tx, actor, event(row));
    await insertReads(tx, actor.id, [
      { userId, sessionId, title: title ?? "", callId: id, callApp: app, calledAt: createdAt },
    ]);
  });
  return { row, content };
}

/** Why somebody may not read the words of a call; null when they may. One's own are no secret. */
function closedTo(actor: Actor, row: LogRecord): LogDetailDto["closed"] {
  if (!hasPermission(actor, P.CHAT_RECORD)) return "right";
  if (!row.isThere) return "deleted";
  return row.userId === actor.id || row.isOpened ? null : "policy";
}

export type LogRecord = Awaited<ReturnType<typeof requireLog>>;

export async function requireLog(id: string) {
  await flushLedger();
  return orNotFound(await findRequestLog(db(), id));
}

function common(row: Row) {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    app: row.app,
    userName: row.userName ?? "",
    account: row.account ?? "",
    apiKeyName: row.apiKeyName,
    modelId: row.modelId,
    modelName: row.modelName,
    kind: row.kind,
    outcome: row.outcome,
    error: row.error,
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    durationMs: row.durationMs,
  };
}
