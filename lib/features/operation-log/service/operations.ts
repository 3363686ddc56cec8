import "server-only";
import { db } from "@/db/client";
import { countOperations, findOperation, listLogPeople, listOperations } from "@/db/queries/operations";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { deviceText } from "@/lib/auth/device";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import type { LogPersonDto, OperationDetailDto, OperationDto, OperationPage } from "../dto";
import type { OperationQuery } from "../schema";

/** ARCHITECTURE 5: endless tables count to this. */
const COUNT_MAX = 10_000;
const PEOPLE_SHOWN = 20;

type Row = Awaited<ReturnType<typeof listOperations>>[number];

/** The filter of a query, with times as the database takes them. */
export function filterOf({ from, to, ...filter }: Omit<OperationQuery, "before" | "limit">) {
  return { ...filter, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
}

/** A page of the operation log, newest first. */
export async function listLog(actor: Actor, { before, limit, ...query }: OperationQuery): Promise<OperationPage> {
  requirePermission(actor, P.LOGS_OPERATION);
  const filter = filterOf(query);
  const rows = await listOperations(db(), filter, { before, limit: limit + 1 });
  const items = rows.slice(0, limit).map(operationDto);
  // A first page that is not full has counted itself: a filter that finds little looks at the table once.
  const isWhole = !before && rows.length <= limit;
  const totalAtMost = isWhole ? rows.length : await countOperations(db(), filter, COUNT_MAX);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null, totalAtMost };
}

/** One row with what it changed and its place in the chain. Throws notFound. */
export async function readOperation(actor: Actor, id: string): Promise<OperationDetailDto> {
  requirePermission(actor, P.LOGS_OPERATION);
  const row = await findOperation(db(), id);
  if (!row) throw new AppError("notFound");
  return {
    ...operationDto(row),
    userAgent: row.userAgent,
    before: row.before ?? null,
    after: row.after ?? null,
    sealedHash: row.sealedHash,
  };
}

/** People for the filter of the log. */
export async function listPeople(
  actor: Actor,
  by: { keyword?: string; id?: string },
): Promise<{ items: LogPersonDto[] }> {
  requirePermission(actor, P.LOGS_OPERATION);
  return { items: await listLogPeople(db(), by, PEOPLE_SHOWN) };
}

export function operationDto(row: Row): OperationDto {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    actorId: row.actorId,
    account: row.actorAccount,
    name: row.actorName ?? "",
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId,
    targetName: row.targetName,
    result: row.result,
    code: row.code,
    address: row.address,
    device: deviceText(row.userAgent),
    requestId: row.requestId,
    sealedNo: row.sealedNo,
  };
}
