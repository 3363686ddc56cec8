import "server-only";
import { db } from "@/db/client";
import { listSupplierKeys } from "@/db/queries/models";
import { findRequestLog, listRequestLogs } from "@/db/queries/request-logs";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { AppError } from "@/lib/http/errors";
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
    firstTokenMs: row.firstTokenMs,
    estimated: row.estimated ?? false,
    costMicros: row.costMicros,
    currency: row.currency,
    replayable: row.contentCipher !== null && row.kind === "chat",
  };
}

/** What was said in a request; whoever opens it is in the operation log. Throws notFound, contentNotKept. */
export async function openLog(actor: Actor, id: string): Promise<LogContentDto> {
  requirePermission(actor, P.GATEWAY);
  const row = await requireLog(id);
  if (!row.contentCipher) throw new AppError("contentNotKept");
  const content = openContent(row.contentCipher);
  await db().transaction((tx) =>
    recordDeed(tx, actor, {
      action: "gateway.log.open",
      target: { type: "request-log", id, name: row.modelName },
      after: { userId: row.userId, app: row.app, level: row.level },
    }),
  );
  return { ...content, answerText: answerTextOf(content) };
}

export async function requireLog(id: string) {
  await flushLedger();
  const row = await findRequestLog(db(), id);
  if (!row) throw new AppError("notFound");
  return row;
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
