import "server-only";
import { db } from "@/db/client";
import { findUserByAccount, updateUser } from "@/db/queries/identity";
import { clearAttempts } from "@/db/queries/login";
import { insertOperation } from "@/db/queries/system";
import { type LoginInput, normalizeAccount } from "@/lib/auth/account";
import { activationCodeFits } from "@/lib/auth/activation";
import type { RequestMeta } from "@/lib/auth/actor";
import { type Attempt, assertMayTry, attemptOf, failedAttempt } from "@/lib/auth/attempts";
import { passwordFits } from "@/lib/auth/password";
import { type Passed, passSecondFactor } from "@/lib/auth/second-factor";
import { openSession } from "@/lib/auth/session";
import type { AppError } from "@/lib/http/errors";
import { verificationCodeFits } from "./captcha";

/**
 * Password login (spec 4, 7). Every failure has one code, text and cost, whether the account exists, is disabled or the
 * password is wrong (AHEAD A5); the second factor is looked at after the password fits only. Throws wrongCredentials,
 * captchaRequired, captchaWrong, secondFactorRequired, secondFactorWrong, loginLocked or tooManyRequests.
 */
export async function loginWithPassword(input: LoginInput, request: RequestMeta) {
  const account = normalizeAccount(input.username);
  const at = attemptOf(account, request);
  const { captchaRequired } = await assertMayTry(at);
  if (captchaRequired && !(await verificationCodeFits(input.codeUuid, input.vfCode))) {
    throw await failed(at, request, input.vfCode ? "captchaWrong" : "captchaRequired");
  }

  const user = await findUserByAccount(db(), account);
  // Both are looked at in every case, so that each failure costs the same.
  const [isPassword, isCode] = [
    await passwordFits(user?.passwordHash ?? null, input.password),
    await activationCodeFits(user?.id ?? null, input.password),
  ];
  const fits = isPassword || (isCode && user?.type === "local");
  const usable = user?.status === "enabled" && user.departmentOpen && !user.anonymizedAt;
  if (!user || !fits || !usable) throw await failed(at, request);
  const factor = await passSecondFactor(user.id, input.otp, at);
  if ("refused" in factor) {
    if (factor.guessed) await recordLogin(user, "failed", request);
    throw factor.refused;
  }

  await clearAttempts(db(), account, request.address);
  await updateUser(db(), user.id, { lastLoginAt: new Date(), ...(isPassword ? {} : { mustChangePassword: true }) });
  const session = await openSession(user.id, "password", request);
  await recordLogin(user, "success", request, factor.passed);
  return { ...session, userId: user.id };
}

async function failed(
  at: Attempt,
  request: RequestMeta,
  key: "wrongCredentials" | "captchaRequired" | "captchaWrong" = "wrongCredentials",
): Promise<AppError> {
  const error = await failedAttempt(at, key);
  await recordLogin({ id: null, account: at.account }, "failed", request);
  return error;
}

async function recordLogin(
  user: { id: string | null; account: string },
  result: "success" | "failed",
  request: RequestMeta,
  secondFactor: Passed = "none",
): Promise<void> {
  await insertOperation(db(), {
    actorId: user.id,
    actorAccount: user.account.slice(0, 64),
    action: "auth.login",
    result,
    code: result === "success" ? 200 : 400,
    after: secondFactor === "none" ? undefined : { secondFactor },
    address: request.address,
    userAgent: request.userAgent.slice(0, 400),
    requestId: request.requestId,
  });
}
