import "server-only";
import { db, type Queryable } from "@/db/client";
import {
  type ChannelFacts,
  claimProbe,
  endPausesOf,
  insertHealthEvent,
  listBreakers,
  listHealthFacts,
  openBreaker,
  removeBreaker,
  reopenBreaker,
} from "@/db/queries/gateway/health";
import { updateModel } from "@/db/queries/models/models";
import { NO_ID } from "@/db/schema/reports";
import type { ModelStatus } from "@/lib/config/model-kinds";
import { keptFacts } from "@/lib/kept";
import { log } from "@/lib/log";
import { type Failure, isFault, type Outcome, opensAfter, pauseAfter, remember } from "./breaker";
import type { Channel } from "./types";

/** A probe whose process died is given to another after this, seconds: longer than any first byte is waited for. */
const PROBE_STALE_SECONDS = 180;
/** How long open breakers are kept, milliseconds. */
const BREAKERS_MS = 1000;
/** First-token times kept a channel, for routing by latency. */
const LATENCIES = 50;

type BreakerRow = Awaited<ReturnType<typeof listBreakers>>[number];

interface Seen {
  outcomes: Map<string, Outcome[]>;
  latencies: Map<string, number[]>;
}
const shared = globalThis as typeof globalThis & { __health?: Seen };
shared.__health ??= { outcomes: new Map(), latencies: new Map() };
const health = shared.__health;
const breakers = keptFacts<Map<string, BreakerRow>>("breakers", { ms: BREAKERS_MS });
const judged = keptFacts<Map<string, Health>>("model-health");

/** Names a channel with one of its supplier's keys. */
export function channelKeyId(channel: Pick<Channel, "id" | "keyId">): string {
  return `${channel.id}:${channel.keyId ?? NO_ID}`;
}

/** Open breakers by channel, shared by all processes; cached a second. */
export function openBreakers(): Promise<Map<string, BreakerRow>> {
  return breakers.read("", async () => {
    const rows = await listBreakers(db());
    return new Map(rows.map((row) => [`${row.channelId}:${row.keyId}`, row]));
  });
}

export function invalidateBreakers(): void {
  breakers.invalidate();
  invalidateHealth();
}

/** Something the health of models is judged by changed. */
export function invalidateHealth(): void {
  judged.invalidate();
}

/** Forgets what this process has seen of the channels: tests start from nothing. */
export function resetHealth(): void {
  health.outcomes.clear();
  health.latencies.clear();
  invalidateBreakers();
}

/** Median of the last first-token times of a channel, milliseconds; null before any. */
export function typicalLatency(channel: Pick<Channel, "id" | "keyId">): number | null {
  const times = health.latencies.get(channelKeyId(channel));
  if (!times || times.length === 0) return null;
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? null;
}

export interface Health {
  status: ModelStatus;
  /** Of an abnormal model: key of the error catalogue, or `noChannel`. */
  reason: string | null;
}

/**
 * The one judgement of a model's health (spec 3), from recorded facts, wherever it is shown, filtered or counted:
 *
 * 1. Without a channel in use (channel, supplier or all keys switched off) it cannot be called: abnormal.
 * 2. All channels in use rest because they failed: abnormal, for their reason.
 * 3. Else as the last sign says: a check, or a real call that answered or failed by the supplier's fault; the next call
 *    that answers heals it. Unknown before any.
 */
export function judgeHealth(facts: readonly ChannelFacts[]): Health {
  const [first] = facts;
  const inUse = facts.filter(({ isOn }) => isOn);
  if (!first || inUse.length === 0) return { status: "abnormal", reason: "noChannel" };
  if (inUse.every(({ openReason }) => openReason !== null)) {
    return { status: "abnormal", reason: inUse[0]?.openReason ?? null };
  }
  return { status: first.status, reason: first.status === "abnormal" ? first.checkError : null };
}

/** The health of models by id; of all without ids. */
export async function healthOf(modelIds?: readonly string[]): Promise<Map<string, Health>> {
  if (modelIds?.length === 0) return new Map();
  const facts = Map.groupBy(await listHealthFacts(db(), modelIds), ({ modelId }) => modelId);
  return new Map([...facts].map(([id, rows]) => [id, judgeHealth(rows)]));
}

/** The health of all models as it was within the last two seconds, for people who choose one. */
export function recentHealth(): Promise<Map<string, Health>> {
  return judged.read("", () => healthOf());
}

/** Enabled models that are judged abnormal. */
export async function countAbnormalModels(): Promise<number> {
  const facts = (await listHealthFacts(db())).filter(({ enabled }) => enabled);
  return [...Map.groupBy(facts, ({ modelId }) => modelId).values()].filter(
    (rows) => judgeHealth(rows).status === "abnormal",
  ).length;
}

/** What a check of a model found; one that passed also ends the pauses of its channels. */
export async function noteCheck(
  tx: Queryable,
  modelId: string,
  check: { error: string | null; at: Date; latencyMs: number },
): Promise<void> {
  const { error, at, latencyMs } = check;
  await updateModel(tx, modelId, { status: error ? "abnormal" : "normal", checkedAt: at, checkError: error });
  await insertHealthEvent(tx, { modelId, event: error ? "probe_failed" : "probe_ok", reason: error, latencyMs });
  if (!error) await endPausesOf(tx, modelId);
  invalidateBreakers();
}

export type Admission = { may: true; probe: boolean } | { may: false; reason: string; retryAt: Date };

/** Whether a channel may be tried now. A breaker whose pause is over lets exactly one caller through, as its probe. */
export async function mayTry(channel: Channel): Promise<Admission> {
  if (!channel.id) return { may: true, probe: false };
  const row = (await openBreakers()).get(channelKeyId(channel));
  if (!row) return { may: true, probe: false };
  const refused = { may: false as const, reason: row.reason, retryAt: row.retryAt };
  if (row.state === "open" && row.retryAt.getTime() > Date.now()) return refused;
  const place = { channelId: channel.id, keyId: channel.keyId ?? NO_ID, staleSeconds: PROBE_STALE_SECONDS };
  const mine = await claimProbe(db(), place);
  invalidateBreakers();
  if (!mine) return refused;
  await note(channel, { event: "probing" });
  return { may: true, probe: true };
}

/** A channel answered. Closes its breaker when this was the probe. */
export async function noteSuccess(channel: Channel, firstTokenMs: number | null): Promise<void> {
  const id = channelKeyId(channel);
  health.outcomes.set(id, remember(health.outcomes.get(id) ?? [], { at: Date.now(), ok: true }));
  if (firstTokenMs !== null) {
    health.latencies.set(id, [...(health.latencies.get(id) ?? []), firstTokenMs].slice(-LATENCIES));
  }
  if (!channel.id || !(await openBreakers()).has(id)) return;
  if (await removeBreaker(db(), channel.id, channel.keyId ?? NO_ID))
    await note(channel, { event: "closed", latencyMs: firstTokenMs });
  invalidateBreakers();
}

/** A channel failed. Opens its breaker when its rule says so; a failed probe opens it for longer. */
export async function noteFailure(channel: Channel, failure: Failure): Promise<void> {
  if (!channel.id || !isFault(failure.error)) return;
  try {
    const id = channelKeyId(channel);
    const outcomes = remember(health.outcomes.get(id) ?? [], { at: Date.now(), ok: false });
    health.outcomes.set(id, outcomes);
    const row = (await openBreakers()).get(id);
    // Late failures of calls that began before it opened add nothing.
    if (row?.state === "open") return;
    if (!row && !opensAfter(outcomes, failure)) return;
    const openings = (row?.openings ?? 0) + 1;
    const pause = pauseAfter(failure, openings);
    if (pause === 0) return;
    await openBreaker(db(), {
      channelId: channel.id,
      keyId: channel.keyId ?? NO_ID,
      state: "open",
      reason: failure.error,
      openings,
      retryAt: new Date(Date.now() + pause),
    });
    health.outcomes.delete(id);
    invalidateBreakers();
    await note(channel, { event: "opened", reason: failure.error });
  } catch (err) {
    log().warn({ err }, "breaker not written");
  }
}

/** A probe was given up before it said anything: the next caller may have it. */
export async function releaseProbe(channel: Channel): Promise<void> {
  if (!channel.id || !(await openBreakers()).has(channelKeyId(channel))) return;
  await reopenBreaker(db(), channel.id, channel.keyId ?? NO_ID);
  invalidateBreakers();
}

async function note(
  channel: Channel,
  event: { event: "opened" | "probing" | "closed"; reason?: string; latencyMs?: number | null },
): Promise<void> {
  await insertHealthEvent(db(), { channelId: channel.id, keyId: channel.keyId, ...event });
}
