import "server-only";
import { db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import { type LoginInput, normalizeAccount } from "@/lib/auth/account";
import type { RequestMeta } from "@/lib/auth/actor";
import { type Attempt, assertMayTry, attemptOf, failedAttempt } from "@/lib/auth/attempts";
import type { Passed } from "@/lib/auth/second-factor";
import type { AppError } from "@/lib/errors/errors";
import { verificationCodeFits } from "./captcha";

/**
 * Lets somebody try a password, ours or a directory's: both count under the account's name, so that neither door gives
 * further tries (SECURITY AU-02). Throws captchaRequired, captchaWrong, loginLocked or tooManyRequests.
 */
export async function beginTry(
  { username, vfCode, codeUuid }: Pick<LoginInput, "username" | "vfCode" | "codeUuid">,
  request: RequestMeta,
): Promise<Attempt> {
  const at = attemptOf(normalizeAccount(username), request);
  const { captchaRequired } = await assertMayTry(at);
  if (captchaRequired && !(await verificationCodeFits(codeUuid, vfCode))) {
    throw await failedTry(at, request, vfCode ? "captchaWrong" : "captchaRequired");
  }
  return at;
}

/** Counts a failure and writes it down; answers the error to throw. */
export async function failedTry(
  at: Attempt,
  request: RequestMeta,
  key: "wrongCredentials" | "captchaRequired" | "captchaWrong" = "wrongCredentials",
): Promise<AppError> {
  const error = await failedAttempt(at, key);
  await recordLogin({ id: null, account: at.account }, "failed", request);
  return error;
}

export async function recordLogin(
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
