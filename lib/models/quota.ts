import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { type Reservation, reserveTokens, type Settlement, settleTokens } from "@/db/queries/usage";
import type { Actor } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";
import { metrics } from "@/lib/metrics";
import type { ResolvedModel } from "./types";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment = new Date()): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(moment);
}

export interface ReserveInput {
  actor: Actor;
  app: string;
  requestId: string;
  model: ResolvedModel;
  tokens: number;
}

/** Writes a reservation; false when the day is used up. An area may write rows of its own in the same statement. */
export type WriteReservation = (reservation: Reservation) => Promise<boolean>;

/**
 * Takes a call's tokens from the person's day before anything is spent, atomically. Answers the ledger row's id; throws
 * dailyTokenLimit when the day is used up.
 */
export async function reserve(
  { actor, app, requestId, model, tokens }: ReserveInput,
  write: WriteReservation = (reservation) => reserveTokens(db(), reservation),
): Promise<string> {
  const { timeZone } = await loadConfig("customConfig");
  const reservation: Reservation = {
    id: v7(),
    requestId,
    userId: actor.id,
    departmentId: actor.departmentId,
    departmentPath: actor.departmentPath,
    app,
    modelId: model.id,
    modelName: model.name,
    modelType: model.type,
    day: dayIn(timeZone),
    tokens,
    dailyLimit: actor.dailyTokenLimit,
  };
  if (!(await write(reservation))) throw new AppError("dailyTokenLimit", { args: { reset: "00:00" } });
  return reservation.id;
}

/** Writes a settlement; an area may write rows of its own in the same statement. */
export type WriteSettlement = (settlement: Settlement) => Promise<void>;

const TRIES = 6;

/**
 * Writes what a call really used. Neither the figures nor the answer written with them must be lost to a restarting
 * database, so it tries for half a minute. Rejects when that did not help.
 */
export async function settle(
  settlement: Settlement,
  write: WriteSettlement = (rows) => settleTokens(db(), rows),
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await write(settlement);
      break;
    } catch (error) {
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
    }
  }
  metrics().tokens.inc({ direction: "input" }, settlement.inputTokens);
  metrics().tokens.inc({ direction: "output" }, settlement.outputTokens);
}
