import "server-only";
import { db, type Queryable } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { listBudgetsOf, setBudget } from "@/db/queries/gateway/budgets";
import { listReachableBases } from "@/db/queries/knowledge/bases";
import {
  countApiKeys,
  findApiKeyOf,
  insertApiKey,
  type KeyScope,
  listApiKeys,
  listKeyUsage,
  updateApiKey,
} from "@/db/queries/open-api/keys";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { invalidateApiKeys, newApiSecret } from "@/lib/auth/api-key";
import { subjectsOf } from "@/lib/auth/subjects";
import type { ApiScope } from "@/lib/config/api-scopes";
import { API_KEYS_MAX } from "@/lib/config/constants";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { healthOf } from "@/lib/models/health";
import { refreshRollups } from "@/lib/models/jobs";
import { invalidateBudgets } from "@/lib/models/limits";
import { listChatModels, listUsableModels } from "@/lib/models/registry";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import type { KeyDto, KeyUsage, OpenApiOptions } from "../dto";
import type { KeyPatch, KeyQuery, NewKey } from "../key-schema";

type KeyRow = NonNullable<Awaited<ReturnType<typeof findApiKeyOf>>>;

const NO_USAGE: KeyUsage = {
  callsToday: 0,
  tokensToday: 0,
  callsMonth: 0,
  tokensMonth: 0,
  costMonth: 0,
  unpricedMonth: 0,
};

/** Everybody manages the keys they made; administrators see and switch all of them. */
function scopeOf(actor: Actor): KeyScope {
  requirePermission(actor, P.OPEN_API);
  return actor.isAdministrator ? "all" : { userId: actor.id };
}

/** A page of keys with what each used. */
export async function listKeys(actor: Actor, query: KeyQuery): Promise<{ items: KeyDto[]; total: number }> {
  const scope = scopeOf(actor);
  await refreshRollups();
  const { timeZone } = await loadConfig("customConfig");
  const { rows: items, total } = await listApiKeys(db(), scope, query);
  const ids = items.map(({ id }) => id);
  const [usageRows, budgets] = await Promise.all([
    listKeyUsage(db(), ids, dayIn(timeZone)),
    listBudgetsOf(db(), "key", ids),
  ]);
  const usage = new Map(usageRows.map(({ key, ...figures }) => [key, figures]));
  const monthly = new Map(
    budgets.filter(({ period }) => period === "month").map(({ subjectId, limitMicros }) => [subjectId, limitMicros]),
  );
  const dtos = items.map(({ userId, ...row }) => ({
    ...row,
    isOwn: userId === actor.id,
    ...withRevision(edited(row, monthly.get(row.id)), (fields) => fields),
    scopes: row.scopes as ApiScope[] | null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    usage: usage.get(row.id) ?? NO_USAGE,
  }));
  return { items: dtos, total };
}

const LIMITS = ["requestsPerMinute", "tokensPerMinute", "dailyTokenLimit"] as const;

/** What people edit of a key; it is switched in the list. */
function edited(row: Omit<KeyRow, "userId">, monthlyBudgetMicros: number | undefined) {
  return {
    ...fieldsOf(row, ["name", "scopes", "modelIds", "baseIds", "addresses", ...LIMITS]),
    monthlyBudgetMicros: monthlyBudgetMicros ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/** How many keys the person has themselves; null for people who make none (spec M5). */
export async function countOwnKeys(actor: Actor): Promise<number | null> {
  return hasPermission(actor, P.OPEN_API) ? countApiKeys(db(), actor.id) : null;
}

/** What a key's form and the playground offer. */
export async function openApiOptions(actor: Actor): Promise<OpenApiOptions> {
  const scope = scopeOf(actor);
  const [usable, { models: forChat, defaultId }, { currency }] = await Promise.all([
    listUsableModels(actor),
    listChatModels(actor),
    loadConfig("gatewayConfig"),
  ]);
  // The playground begins with the first: the default; where that is failing, one that is not, the built-in one last of them.
  const health = await healthOf(forChat.map(({ id }) => id));
  const placeOf = ({ id, channels }: (typeof usable)[number]) => {
    if (health.get(id)?.status === "abnormal") return 3;
    if (id === defaultId) return 0;
    return channels[0]?.template === BUILTIN_TEMPLATE ? 2 : 1;
  };
  const models = usable.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { models: models.map(({ id, name, type }) => ({ id, name, type })), currency, seesAll: scope === "all" };
}

/** Makes a key; its secret is in this answer and nowhere else. Throws keyLimit, invalidInput for unknown models and bases. */
export async function createKey(actor: Actor, input: NewKey): Promise<{ id: string; secret: string }> {
  scopeOf(actor);
  await assertModels(actor, input.modelIds);
  await assertBases(actor, input.baseIds);
  const { monthlyBudgetMicros, expiresAt, ...row } = input;
  const { secret, secretHash, hint } = newApiSecret();
  const { currency } = await loadConfig("gatewayConfig");
  const id = await db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    if ((await countApiKeys(tx, actor.id)) >= API_KEYS_MAX)
      throw new AppError("keyLimit", { args: { max: API_KEYS_MAX } });
    const created = await insertApiKey(tx, {
      ...row,
      userId: actor.id,
      secretHash,
      hint,
      expiresAt: expiresAt ? new Date(expiresAt) : null,
    });
    if (monthlyBudgetMicros) await setBudget(tx, budgetOf(created, currency), monthlyBudgetMicros);
    await recordAuditEvent(tx, actor, {
      action: "open.key.create",
      target: { type: "api-key", id: created, name: input.name },
      after: { ...input, hint },
    });
    return created;
  });
  invalidateBudgets();
  return { id, secret };
}

/**
 * Changes a key, or switches it on and off; that acts at once. Throws notFound for keys the actor does not see,
 * keyWithoutSecret when one that was handed over is switched on, staleRecord.
 */
export async function changeKey(actor: Actor, id: string, { revision, ...patch }: KeyPatch): Promise<void> {
  const scope = scopeOf(actor);
  await assertModels(actor, patch.modelIds);
  const { monthlyBudgetMicros, expiresAt, ...columns } = patch;
  const { currency } = await loadConfig("gatewayConfig");
  await db().transaction(async (tx) => {
    const read = async () => {
      const row = await findApiKeyOf(tx, scope, id);
      const month = (await listBudgetsOf(tx, "key", [id])).find(({ period }) => period === "month");
      return row && edited(row, month?.limitMicros);
    };
    await assertCurrent(tx, actor, { type: "api-key", id, given: revision, read });
    const before = orNotFound(await findApiKeyOf(tx, scope, id));
    // Those that are chosen already may stay, whoever looks at the key.
    await assertBases(
      actor,
      patch.baseIds?.filter((one) => !before.baseIds?.includes(one)),
      tx,
    );
    if (patch.status === "enabled" && before.hint === "") throw new AppError("keyWithoutSecret");
    const expiry = expiresAt === undefined ? {} : { expiresAt: expiresAt ? new Date(expiresAt) : null };
    await updateApiKey(tx, id, { ...columns, ...expiry, updatedAt: new Date() });
    if (monthlyBudgetMicros !== undefined) await setBudget(tx, budgetOf(id, currency), monthlyBudgetMicros);
    await recordAuditEvent(tx, actor, {
      action: "open.key.change",
      target: { type: "api-key", id, name: patch.name ?? before.name },
      before: Object.fromEntries(Object.keys(patch).map((key) => [key, before[key as keyof typeof before]])),
      after: patch,
    });
  });
  invalidateApiKeys();
  invalidateBudgets();
}

/**
 * A new secret for an own key, in this answer and nowhere else; the old one stops at once. Nobody gets the secret of
 * somebody else's key, administrators included. Throws notFound.
 */
export async function renewKeySecret(actor: Actor, id: string): Promise<{ secret: string }> {
  requirePermission(actor, P.OPEN_API);
  const { secret, secretHash, hint } = newApiSecret();
  await db().transaction(async (tx) => {
    const before = orNotFound(await findApiKeyOf(tx, { userId: actor.id }, id));
    await updateApiKey(tx, id, { secretHash, hint, updatedAt: new Date() });
    await recordAuditEvent(tx, actor, {
      action: "open.key.secret",
      target: { type: "api-key", id, name: before.name },
      before: { hint: before.hint },
      after: { hint },
    });
  });
  invalidateApiKeys();
  return { secret };
}

/** Takes a key away for good; what it used stays in the ledger. */
export async function deleteKey(actor: Actor, id: string): Promise<void> {
  const scope = scopeOf(actor);
  const { currency } = await loadConfig("gatewayConfig");
  await db().transaction(async (tx) => {
    const before = orNotFound(await findApiKeyOf(tx, scope, id));
    await updateApiKey(tx, id, { deletedAt: new Date(), status: "disabled" });
    await setBudget(tx, budgetOf(id, currency), null);
    await recordAuditEvent(tx, actor, {
      action: "open.key.delete",
      target: { type: "api-key", id, name: before.name },
      before: { name: before.name, hint: before.hint },
    });
  });
  invalidateApiKeys();
  invalidateBudgets();
}

function budgetOf(keyId: string, currency: string) {
  return { subjectType: "key" as const, subjectId: keyId, period: "month" as const, currency };
}

/** Throws invalidInput for a base the person may not use. */
async function assertBases(
  actor: Actor,
  ids: readonly string[] | null | undefined,
  at: Queryable = db(),
): Promise<void> {
  if (!ids || ids.length === 0) return;
  const known = await listReachableBases(at, subjectsOf(actor), ids);
  if (known.length < new Set(ids).size)
    throw new AppError("invalidInput", { data: { fields: { baseIds: "invalid" } } });
}

/** Models the actor cannot use cannot be given to a key either. */
async function assertModels(actor: Actor, ids: readonly string[] | null | undefined): Promise<void> {
  if (!ids?.length) return;
  const usable = new Set((await listUsableModels(actor)).map(({ id }) => id));
  if (ids.every((id) => usable.has(id))) return;
  throw new AppError("invalidInput", { data: { fields: { modelIds: "invalid" } } });
}
