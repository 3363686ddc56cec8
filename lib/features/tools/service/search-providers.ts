import "server-only";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { listCounters } from "@/db/queries/models/usage";
import {
  findSearchProviderRow,
  insertSearchProvider,
  listSearchFailures,
  listSearchProviderRows,
  lockSearchProviders,
  removeSearchProvider,
  type SearchProviderRow,
  sortSearchProviders,
  updateSearchProvider,
} from "@/db/queries/web/providers";
import { APP } from "@/lib/areas/apps";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { SEARCH_DEFAULTS, SEARCH_PROVIDERS_MAX } from "@/lib/config/tool-kinds";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { encrypt } from "@/lib/encryption";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { keyHint } from "@/lib/models/suppliers/secrets";
import { assertAllowedUrl } from "@/lib/net/egress";
import { isMoved } from "@/lib/net/moved-address";
import { P } from "@/lib/permissions/codes";
import { invalidateTools } from "@/lib/tools/registry";
import { TOOL_SECRET_PURPOSE } from "@/lib/tools/secrets";
import { ToolFailure } from "@/lib/tools/types";
import { callProvider, callsOf } from "@/lib/web/providers/call";
import { invalidateSearchProviders, isReady } from "@/lib/web/providers/store";
import type { SearchProbeDto, SearchProviderDto, SearchProviderListDto } from "../search-dto";
import type { newSearchProvider, searchProviderPatch } from "../search-schema";
import { defined, pick } from "./tools";

const FAILURE_DAYS = 7;
const FAILURES_SHOWN = 5;
/** A question every service finds something for. */
const TEST = { query: "Wikipedia", count: 3, language: "any", kind: "pages", sites: [] } as const;

/** The providers in their order, with what they have to do today and what went wrong; keys never leave. */
export async function listSearchProviders(actor: Actor): Promise<SearchProviderListDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const [rows, { timeZone }, { currency }] = await Promise.all([
    listSearchProviderRows(db()),
    loadConfig("customConfig"),
    loadConfig("gatewayConfig"),
  ]);
  const period = dayIn(timeZone);
  const [counters, failures] = await Promise.all([
    listCounters(
      db(),
      rows.map(({ id }) => ({ subject: callsOf(id), unit: "calls", period })),
    ),
    listSearchFailures(db(), new Date(Date.now() - FAILURE_DAYS * 86_400_000), FAILURES_SHOWN),
  ]);
  const items = rows.map((row): SearchProviderDto => {
    const counter = counters.find(({ subject }) => subject === callsOf(row.id));
    const own = failures.filter(({ providerId }) => providerId === row.id);
    return {
      ...editedProvider(row),
      id: row.id,
      kind: row.kind,
      enabled: row.enabled,
      ready: isReady(row),
      usedToday: (counter?.used ?? 0) + (counter?.reserved ?? 0),
      status: row.status,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      checkError: row.checkError,
      cooldownUntil: row.cooldownUntil && row.cooldownUntil > new Date() ? row.cooldownUntil.toISOString() : null,
      failures: own.map(({ outcome, createdAt }) => ({ error: outcome, at: createdAt.toISOString() })),
      revision: revisionOf(editedProvider(row)),
    };
  });
  return { items, total: items.length, limit: SEARCH_PROVIDERS_MAX, currency };
}

/** What people edit of a provider; it is switched in the list. */
function editedProvider(row: SearchProviderRow) {
  const fields = fieldsOf(row, ["name", "baseUrl", "keyHint", "dailyQuota", "costMicros"]);
  return { ...fields, hasKey: row.keyCipher !== null };
}

/** Adds a provider behind the others. Throws addressRefused, searchProviderLimit, searchProviderTaken. */
export async function createSearchProvider(
  actor: Actor,
  { apiKey, ...input }: z.output<typeof newSearchProvider>,
): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_TOOLS);
  assertAllowedUrl(input.baseUrl, "supplier");
  const id = await changing(async (tx) => {
    const rows = await listSearchProviderRows(tx);
    if (rows.length >= SEARCH_PROVIDERS_MAX) {
      throw new AppError("searchProviderLimit", { args: { max: SEARCH_PROVIDERS_MAX } });
    }
    const sort = Math.max(0, ...rows.map((row) => row.sort)) + 1;
    const made = await insertSearchProvider(tx, { ...input, ...sealed(apiKey), sort });
    await recordAuditEvent(tx, actor, {
      action: "tool.provider.create",
      target: { type: "search_provider", id: made, name: input.name },
      after: { ...input, keyChanged: apiKey !== undefined },
    });
    return made;
  });
  return { id };
}

/**
 * Changes a provider. A new address takes no old key along (SECURITY SK-02). Throws notFound, addressRefused,
 * keyRequiredForNewAddress, searchProviderTaken, staleRecord.
 */
export async function changeSearchProvider(
  actor: Actor,
  id: string,
  { revision, apiKey, ...patch }: z.output<typeof searchProviderPatch>,
): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  if (patch.baseUrl) assertAllowedUrl(patch.baseUrl, "supplier");
  await changing(async (tx) => {
    const read = async () => {
      const row = await findSearchProviderRow(tx, id);
      return row && editedProvider(row);
    };
    await assertCurrent(tx, actor, { type: "search_provider", id, given: revision, read });
    const before = orNotFound(await findSearchProviderRow(tx, id));
    const moved = patch.baseUrl !== undefined && isMoved(before.baseUrl, patch.baseUrl);
    if (moved && before.keyCipher && apiKey === undefined) {
      throw new AppError("keyRequiredForNewAddress", { data: { fields: { apiKey: "keyAgain" } } });
    }
    const columns = defined(patch);
    await updateSearchProvider(tx, id, {
      ...columns,
      ...sealed(apiKey),
      // What was known is of another address or key.
      ...((moved || apiKey !== undefined) && {
        status: "unknown" as const,
        checkedAt: null,
        checkError: null,
        cooldownUntil: null,
      }),
    });
    await recordAuditEvent(tx, actor, {
      action: "tool.provider.change",
      target: { type: "search_provider", id, name: patch.name ?? before.name },
      before: pick(before, Object.keys(columns)),
      after: { ...columns, keyChanged: apiKey !== undefined },
    });
  });
}

/** Throws notFound. */
export async function deleteSearchProvider(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await changing(async (tx) => {
    const { name, kind, baseUrl } = orNotFound(await findSearchProviderRow(tx, id));
    await removeSearchProvider(tx, id);
    await recordAuditEvent(tx, actor, {
      action: "tool.provider.delete",
      target: { type: "search_provider", id, name },
      before: { name, kind, baseUrl },
    });
  });
}

/** Puts all providers into an order. Throws staleRecord when the list is another one by now. */
export async function orderSearchProviders(actor: Actor, ids: string[]): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await changing(async (tx) => {
    const rows = await listSearchProviderRows(tx);
    const isWhole = ids.length === rows.length && rows.every(({ id }) => ids.includes(id));
    if (!isWhole || new Set(ids).size !== ids.length) throw new AppError("staleRecord");
    await sortSearchProviders(tx, ids);
    const namesOf = (order: string[]) => order.map((id) => rows.find((row) => row.id === id)!.name);
    await recordAuditEvent(tx, actor, {
      action: "tool.provider.order",
      target: { type: "search_provider", id: ids[0]!, name: "" },
      before: { order: namesOf(rows.map(({ id }) => id)) },
      after: { order: namesOf(ids) },
    });
  });
}

/** Asks a provider once, switched on or not, and notes how it went. Throws notFound. */
export async function testSearchProvider(actor: Actor, id: string, signal: AbortSignal): Promise<SearchProbeDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const row = orNotFound(await findSearchProviderRow(db(), id));
  if (!isReady(row)) return { ok: false, durationMs: 0, error: "toolNotReady", detail: "", hits: [] };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  const asked = { ...TEST, safeSearch: SEARCH_DEFAULTS.safeSearch, signal, actor, app: APP.TOOL_SEARCH };
  try {
    const hits = await callProvider(row, { ...asked, isTest: true });
    return {
      ok: true,
      durationMs: took(),
      error: null,
      detail: "",
      hits: hits.slice(0, TEST.count).map(({ title, url }) => ({ title, url })),
    };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { ok: false, durationMs: took(), error: error.key, detail: error.detail, hits: [] };
  }
}

function sealed(apiKey: string | null | undefined) {
  if (apiKey === undefined) return {};
  if (apiKey === null) return { keyCipher: null, keyHint: "" };
  return { keyCipher: encrypt(TOOL_SECRET_PURPOSE, apiKey), keyHint: keyHint(apiKey) };
}

/** One change of the list at a time; afterwards this process reads it anew. */
async function changing<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const taken = { search_providers_name_key: ["searchProviderTaken", "name"] } as const;
  try {
    return await unlessTaken(taken, () =>
      db().transaction(async (tx) => {
        await lockSearchProviders(tx);
        return work(tx);
      }),
    );
  } finally {
    invalidateSearchProviders();
    invalidateTools();
  }
}
