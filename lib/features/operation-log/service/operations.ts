import "server-only";
import { db } from "@/db/client";
import { countOperations, findOperation, listLogPeople, listOperations } from "@/db/queries/operation-log/operations";
import { listReferredNames } from "@/db/queries/operation-log/targets";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { deviceText } from "@/lib/auth/device";
import { loadConfig } from "@/lib/config/system-config";
import { orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
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
export async function readOperation(actor: Actor, id: string, locale: Locale): Promise<OperationDetailDto> {
  requirePermission(actor, P.LOGS_OPERATION);
  const row = orNotFound(await findOperation(db(), id));
  return {
    ...operationDto(row),
    userAgent: row.userAgent,
    before: row.before ?? null,
    after: row.after ?? null,
    names: await namesIn([row], locale),
    currency: await currencyOf(row),
    sealedHash: row.sealedHash,
  };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CODE = /^[A-Z]+(:[A-Z]+)*$/;
/** Ids and codes of a row that are named; a row holds no more than a screen can show. */
const NAMED_MAX = 2000;

/** Names of people, departments, roles, models and permissions that rows refer to. */
export async function namesIn(
  rows: readonly { before: unknown; after: unknown }[],
  locale: Locale,
): Promise<Record<string, string>> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string" && (ID.test(value) || CODE.test(value))) found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  for (const { before, after } of rows) visit([before, after]);
  const wanted = [...found].slice(0, NAMED_MAX);
  const names = await listReferredNames(
    db(),
    wanted.filter((text) => ID.test(text)),
  );
  const codes = wanted.filter((text) => CODE.test(text));
  if (codes.length > 0) {
    const t = await areaTexts(locale, "codes");
    for (const code of codes) if (t.has(`${code}.name`)) names.set(code, t(`${code}.name`));
  }
  return Object.fromEntries(names);
}

/** The currency a row names, or the one amounts are written in. */
export async function currencyOf({ before, after }: { before: unknown; after: unknown }): Promise<string> {
  for (const side of [after, before]) {
    const own = (side as { currency?: unknown } | null)?.currency;
    if (typeof own === "string" && /^[A-Z]{3}$/.test(own)) return own;
  }
  return (await loadConfig("gatewayConfig")).currency;
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
