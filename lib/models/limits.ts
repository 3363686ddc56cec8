import "server-only";
import { db } from "@/db/client";
import { listBudgets } from "@/db/queries/gateway/budgets";
import { listCounters } from "@/db/queries/models/usage";
import type { Counter } from "@/db/schema/models";
import type { Actor, CallerKey } from "@/lib/auth/actor";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, minuteOf, monthOf } from "@/lib/config/time";
import { AppError } from "@/lib/errors/errors";
import { keptFacts } from "@/lib/kept";
import type { Consumption } from "./prices";
import { costOf } from "./prices";
import type { ResolvedModel, RoutedChannel } from "./types";

type Budget = Awaited<ReturnType<typeof listBudgets>>[number];
const budgets = keptFacts<Budget[]>("budgets");

/** Enabled budgets; cached 2 s a process. */
export function activeBudgets(): Promise<Budget[]> {
  return budgets.read("", () => listBudgets(db(), { enabledOnly: true }));
}

export function invalidateBudgets(): void {
  budgets.invalidate();
}

/** What a call is expected to take at most. */
export interface Demand {
  inputTokens: number;
  outputTokens: number;
  images: number;
  characters: number;
  audioMs: number;
}

export interface LimitsInput {
  actor: Actor;
  app: string;
  key: CallerKey | null;
  model: ResolvedModel;
  demand: Demand;
  day: string;
}

/** Whether a type's tokens count against daily limits: chat and images do, embedding and rerank do not (ARCHITECTURE 9). */
export function countsTokens(model: Pick<ResolvedModel, "type">): boolean {
  return CHAT_TYPES.includes(model.type) || model.type === "image";
}

/** Every counter a call is taken from. A key's own limits hold instead of the roles' of its person (ARCHITECTURE 9). */
export async function countersOf({ actor, app, key, model, demand, day }: LimitsInput): Promise<Counter[]> {
  const tokens = countsTokens(model) ? demand.inputTokens + demand.outputTokens : 0;
  const person = `user:${actor.id}`;
  const counters: Counter[] = [];
  if (countsTokens(model)) counters.push([person, "tokens", day, tokens, key ? null : actor.dailyTokenLimit]);
  if (demand.images > 0) counters.push([person, "images", day, demand.images, key ? null : actor.dailyImageLimit]);
  if (key) {
    const { openCallsPerPerson } = await loadConfig("gatewayConfig");
    counters.push([person, "calls", "open", 1, openCallsPerPerson]);
    const subject = `key:${key.id}`;
    const minute = minuteOf();
    if (key.requestsPerMinute !== null) counters.push([subject, "requests", minute, 1, key.requestsPerMinute]);
    if (key.tokensPerMinute !== null) counters.push([subject, "tokens", minute, tokens, key.tokensPerMinute]);
    counters.push([subject, "tokens", day, tokens, key.dailyTokenLimit]);
  }
  const budgets = (await activeBudgets()).filter((budget) => concerns(budget, { actor, app, key }));
  const cost = budgets.length > 0 ? highestCost(model, demand) : 0;
  for (const { subjectType, subjectId, period, limitMicros } of budgets) {
    counters.push([`${subjectType}:${subjectId}`, "micros", period === "day" ? day : monthOf(day), cost, limitMicros]);
  }
  return counters;
}

function concerns(budget: Budget, { actor, app, key }: Pick<LimitsInput, "actor" | "app" | "key">): boolean {
  switch (budget.subjectType) {
    case "user":
      return budget.subjectId === actor.id;
    case "app":
      return budget.subjectId === app;
    case "key":
      return budget.subjectId === key?.id;
    case "department":
      // Of the department itself and of everything below it.
      return actor.departmentPath.split("/").includes(budget.subjectId);
  }
}

/** What the call costs on its dearest channel: the budget must hold whichever is taken. */
function highestCost(model: ResolvedModel, demand: Demand): number {
  const used: Consumption = { ...demand, cachedTokens: 0 };
  return Math.max(0, ...model.channels.map((channel: RoutedChannel) => costOf(channel.price, used) ?? 0));
}

/**
 * The limits a call would run into now, without taking from them. As at the admission, the last call of a period may go
 * above one.
 */
export async function reachedLimits(input: LimitsInput): Promise<AppError[]> {
  const limited = (await countersOf(input)).filter(([, , , , limit]) => limit !== null);
  const rows = await listCounters(
    db(),
    limited.map(([subject, unit, period]) => ({ subject, unit, period })),
  );
  const taken = new Map(rows.map((row) => [`${row.subject} ${row.unit} ${row.period}`, row.used + row.reserved]));
  return limited.flatMap(([subject, unit, period, , limit]) => {
    const name = `${subject} ${unit} ${period}`;
    return (taken.get(name) ?? 0) >= (limit ?? 0) ? [refusal(name)] : [];
  });
}

/**
 * The error for a counter that refused: `<subject> <unit> <period>` as `admit_calls` names it, or `answers chat <most>`,
 * `answers person <most>` of `refuse_answer`.
 */
export function refusal(counter: string): AppError {
  const [subject = "", unit = "", period = ""] = counter.split(" ");
  const kind = subject.split(":")[0];
  if (subject === "answers") {
    return new AppError(unit === "chat" ? "chatAnswersLimit" : "answersLimit", { args: { max: Number(period) } });
  }
  if (unit === "calls") return new AppError("openCallsLimit");
  const byMinute = period.length > 10;
  if (byMinute) return new AppError("keyRateLimit", { args: { seconds: 60 - new Date().getUTCSeconds() } });
  if (unit === "micros") return new AppError("budgetExceeded", { args: { reset: resetOf(period) } });
  if (unit === "images") return new AppError("dailyImageLimit", { args: { reset: "00:00" } });
  if (kind === "key") return new AppError("keyDailyLimit", { args: { reset: "00:00" } });
  return new AppError("dailyTokenLimit", { args: { reset: "00:00" } });
}

/** The day a period's counter starts anew, `YYYY-MM-DD`. */
function resetOf(period: string): string {
  if (period.length === 10) return addDays(period, 1);
  const [year = 0, month = 1] = period.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/**
 * Whether so many pictures fit into what is left of a person's day, without taking from it; the call itself reserves.
 * Throws dailyImageLimit.
 */
export async function assertImagesLeft(actor: Actor, images: number): Promise<void> {
  const most = actor.dailyImageLimit;
  if (most === null) return;
  const counter = await imagesOfToday(actor);
  if (counter + images > most) throw refusal(`user:${actor.id} images day`);
}

/** Pictures of a person's day that are made or reserved. */
export async function imagesOfToday(actor: Actor): Promise<number> {
  const { timeZone } = await loadConfig("customConfig");
  const counter = { subject: `user:${actor.id}`, unit: "images", period: dayIn(timeZone) };
  const [row] = await listCounters(db(), [counter]);
  return row ? row.used + row.reserved : 0;
}
