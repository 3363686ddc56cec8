import "server-only";
import { db } from "@/db/client";
import { findUserByAccount, updateUser } from "@/db/queries/identity";
import { clearAttempts, countFailure, findAttempts, lockAttempts } from "@/db/queries/login";
import { insertOperation } from "@/db/queries/system";
import { type LoginInput, normalizeAccount } from "@/lib/auth/account";
import type { RequestMeta } from "@/lib/auth/actor";
import { passwordFits } from "@/lib/auth/password";
import { openSession } from "@/lib/auth/session";
import { CAPTCHA_AFTER_FAILURES, LOCK_AFTER_FAILURES } from "@/lib/config/constants";
import { AppError } from "@/lib/http/errors";
import { verificationCodeFits } from "./captcha";

/** Failures are remembered this long, and a lock lasts as long, milliseconds. */
const WINDOW_MS = 15 * 60_000;
/** One source trying one password over many accounts. An office behind one address stays well below. */
const SOURCE_MAX_FAILURES = 60;

/**
 * Password login (spec 4, 7). Every failure has one code, text and cost, whether the account exists, is disabled or the
 * password is wrong (AHEAD A5). Throws wrongCredentials, captchaRequired, captchaWrong, loginLocked or tooManyRequests.
 */
export async function loginWithPassword(input: LoginInput, request: RequestMeta) {
  const account = normalizeAccount(input.username);
  const at = { account, address: request.address, since: new Date(Date.now() - WINDOW_MS) };
  const attempts = await findAttempts(db(), at);
  if (attempts.lockedUntil && attempts.lockedUntil > new Date()) throw locked(attempts.lockedUntil);
  if (attempts.sourceFailures >= SOURCE_MAX_FAILURES) {
    throw new AppError("tooManyRequests", { args: { minutes: WINDOW_MS / 60_000 } });
  }
  const captchaRequired =
    attempts.accountFailures >= CAPTCHA_AFTER_FAILURES || attempts.sourceFailures >= LOCK_AFTER_FAILURES;
  if (captchaRequired && !(await verificationCodeFits(input.codeUuid, input.vfCode))) {
    throw await failed(at, attempts.accountFailures, request, input.vfCode ? "captchaWrong" : "captchaRequired");
  }

  const user = await findUserByAccount(db(), account);
  const fits = await passwordFits(user?.passwordHash ?? null, input.password);
  const usable = user?.status === "enabled" && user.departmentStatus !== "disabled" && !user.anonymizedAt;
  if (!user || !fits || !usable) throw await failed(at, attempts.accountFailures, request);

  await clearAttempts(db(), account, request.address);
  await updateUser(db(), user.id, { lastLoginAt: new Date() });
  const session = await openSession(user.id, "password", request);
  await recordLogin(user, "success", request);
  return { ...session, userId: user.id };
}

async function failed(
  at: { account: string; address: string; since: Date },
  accountFailures: number,
  request: RequestMeta,
  key: "wrongCredentials" | "captchaRequired" | "captchaWrong" = "wrongCredentials",
): Promise<AppError> {
  const failures = await countFailure(db(), at);
  await recordLogin({ id: null, account: at.account }, "failed", request);
  if (failures >= LOCK_AFTER_FAILURES) {
    const until = new Date(Date.now() + WINDOW_MS);
    await lockAttempts(db(), at.account, at.address, until);
    return locked(until);
  }
  const captchaRequired = accountFailures + 1 >= CAPTCHA_AFTER_FAILURES;
  return new AppError(key, { data: { captchaRequired } });
}

function locked(until: Date): AppError {
  const minutes = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000));
  return new AppError("loginLocked", { args: { minutes }, data: { captchaRequired: true } });
}

async function recordLogin(
  user: { id: string | null; account: string },
  result: "success" | "failed",
  request: RequestMeta,
): Promise<void> {
  await insertOperation(db(), {
    actorId: user.id,
    actorAccount: user.account.slice(0, 64),
    action: "auth.login",
    result,
    code: result === "success" ? 200 : 400,
    address: request.address,
    userAgent: request.userAgent.slice(0, 400),
    requestId: request.requestId,
  });
}
