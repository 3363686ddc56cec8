import "server-only";
import { db, type Transaction } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import { findSubjectName, insertBudgetNotice } from "@/db/queries/gateway/budgets";
import { listCounters } from "@/db/queries/models/usage";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn, monthOf } from "@/lib/config/time";
import { log } from "@/lib/log";
import { type Notice, notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { activeBudgets } from "./limits";

/** spec N4: per cent of a budget at which people are told, the highest first. */
export const NOTICE_LEVELS = [100, 80, 50] as const;
/** Checked this often at most, milliseconds. */
const CHECK_MS = 2000;

const shared = globalThis as typeof globalThis & { __budgetCheck?: { at: number; again?: NodeJS.Timeout } };
shared.__budgetCheck ??= { at: 0 };
const state = shared.__budgetCheck;

/** Tells of budgets that passed a threshold: administrators of the reports, and the person where it is a person's. */
export async function noticeBudgets(): Promise<void> {
  const wait = state.at + CHECK_MS - Date.now();
  if (wait === Number.POSITIVE_INFINITY) return;
  if (wait > 0) {
    state.again ??= setTimeout(() => {
      state.again = undefined;
      void noticeBudgets();
    }, wait);
    state.again.unref();
    return;
  }
  state.at = Date.now();
  try {
    await check();
  } catch (err) {
    log().warn({ err }, "budgets not checked");
  }
}

/** Forgets a check that was put off: the process, or a test file, ends. */
export function dropPendingNotices(): void {
  clearTimeout(state.again);
  state.again = undefined;
  state.at = Number.POSITIVE_INFINITY;
}

async function check(): Promise<void> {
  const budgets = await activeBudgets();
  if (budgets.length === 0) return;
  const { timeZone } = await loadConfig("customConfig");
  const day = dayIn(timeZone);
  const wanted = budgets.map((budget) => ({
    budget,
    subject: `${budget.subjectType}:${budget.subjectId}`,
    unit: "micros",
    period: budget.period === "day" ? day : monthOf(day),
  }));
  const counters = await listCounters(db(), wanted);
  const used = new Map(counters.map((row) => [`${row.subject} ${row.period}`, row.used]));
  for (const { budget, subject, period } of wanted) {
    const percent = ((used.get(`${subject} ${period}`) ?? 0) / Math.max(1, budget.limitMicros)) * 100;
    const level = NOTICE_LEVELS.find((threshold) => percent >= threshold);
    if (!level) continue;
    await db().transaction(async (tx) => {
      if (await insertBudgetNotice(tx, { budgetId: budget.id, period, level })) await tell(tx, budget, level);
    });
  }
}

type Budget = Awaited<ReturnType<typeof activeBudgets>>[number];

async function tell(tx: Transaction, budget: Budget, level: number): Promise<void> {
  const administrators = await listUsersWith(tx, P.GATEWAY);
  const people = new Set(administrators);
  if (budget.subjectType === "user") people.add(budget.subjectId);
  const subject = await findSubjectName(tx, budget.subjectType, budget.subjectId);
  const notices = [...people].map(
    (userId): Notice => ({
      userId,
      kind: "budgetLevel",
      args: { level, subject },
      href: administrators.includes(userId) ? "/system/gateway/model-supplier?tab=budgets" : null,
    }),
  );
  await notify(tx, notices);
}
