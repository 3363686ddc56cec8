import "server-only";
import { db } from "@/db/client";
import { findUserByAccount, updateUser } from "@/db/queries/auth/identity";
import { clearAttempts } from "@/db/queries/auth/login";
import type { LoginInput } from "@/lib/auth/account";
import { activationCodeFits } from "@/lib/auth/activation";
import type { RequestMeta } from "@/lib/auth/actor";
import { passwordFits } from "@/lib/auth/password";
import { passSecondFactor } from "@/lib/auth/second-factor";
import { openSession } from "@/lib/auth/session";
import { beginTry, failedTry, recordLogin } from "./password-try";

/**
 * Password login (spec 4, 7). Every failure has one code, text and cost, whether the account exists, is disabled or the
 * password is wrong (spec A5); the second factor is looked at after the password fits only. Throws wrongCredentials,
 * captchaRequired, captchaWrong, secondFactorRequired, secondFactorWrong, loginLocked or tooManyRequests.
 */
export async function loginWithPassword(input: LoginInput, request: RequestMeta) {
  const at = await beginTry(input, request);
  const user = await findUserByAccount(db(), at.account);
  // Both are looked at in every case, so that each failure costs the same.
  const [isPassword, isCode] = [
    await passwordFits(user?.passwordHash ?? null, input.password),
    await activationCodeFits(user?.id ?? null, input.password),
  ];
  const fits = isPassword || (isCode && user?.type === "local");
  const usable = user?.status === "enabled" && user.departmentOpen && !user.anonymizedAt;
  if (!user || !fits || !usable) throw await failedTry(at, request);
  const factor = await passSecondFactor(user.id, input.otp, at);
  if ("refused" in factor) {
    if (factor.guessed) await recordLogin(user, "failed", request);
    throw factor.refused;
  }

  await clearAttempts(db(), at.account, request.address);
  await updateUser(db(), user.id, { lastLoginAt: new Date(), ...(isPassword ? {} : { mustChangePassword: true }) });
  const session = await openSession(user.id, "password", request);
  await recordLogin(user, "success", request, factor.passed);
  return { ...session, userId: user.id };
}
