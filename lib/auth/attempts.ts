import "server-only";
import { db, type Queryable } from "@/db/client";
import { countFailure, findAttempts, lockAttempts } from "@/db/queries/auth/login";
import { CAPTCHA_AFTER_FAILURES, LOCK_AFTER_FAILURES } from "@/lib/config/constants";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import type { RequestMeta } from "./actor";

/** Failures are remembered this long, and a lock lasts as long, milliseconds. */
const WINDOW_MS = 15 * 60_000;
/** One source trying one password over many accounts. An office behind one address stays well below. */
const SOURCE_MAX_FAILURES = 60;

/** Somebody who says they are this account, from this source: what failures of passwords and codes are counted by. */
export interface Attempt {
  account: string;
  address: string;
  since: Date;
}

export function attemptOf(account: string, { address }: RequestMeta): Attempt {
  return { account, address, since: new Date(Date.now() - WINDOW_MS) };
}

/** Throws loginLocked or tooManyRequests; answers whether a verification code is due. */
export async function assertMayTry(at: Attempt, queryable: Queryable = db()): Promise<{ captchaRequired: boolean }> {
  const attempts = await findAttempts(queryable, at);
  if (attempts.lockedUntil && attempts.lockedUntil > new Date()) throw locked(attempts.lockedUntil);
  if (attempts.sourceFailures >= SOURCE_MAX_FAILURES) {
    throw new AppError("tooManyRequests", { args: { minutes: WINDOW_MS / 60_000 } });
  }
  return {
    captchaRequired:
      attempts.accountFailures >= CAPTCHA_AFTER_FAILURES || attempts.sourceFailures >= LOCK_AFTER_FAILURES,
  };
}

/** Counts a failure; the error to throw is `key`, or loginLocked when it was one too many. */
export async function failedAttempt(at: Attempt, key: ErrorKey, queryable: Queryable = db()): Promise<AppError> {
  const { accountFailures } = await findAttempts(queryable, at);
  const failures = await countFailure(queryable, at);
  if (failures >= LOCK_AFTER_FAILURES) {
    const until = new Date(Date.now() + WINDOW_MS);
    await lockAttempts(queryable, at.account, at.address, until);
    return locked(until);
  }
  return new AppError(key, { data: { captchaRequired: accountFailures + 1 >= CAPTCHA_AFTER_FAILURES } });
}

function locked(until: Date): AppError {
  const minutes = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000));
  return new AppError("loginLocked", { args: { minutes }, data: { captchaRequired: true } });
}
