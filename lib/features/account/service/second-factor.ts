import "server-only";
import { db } from "@/db/client";
import { findPasswordHash, findProfile } from "@/db/queries/auth/identity";
import { clearAttempts } from "@/db/queries/auth/login";
import {
  beginFactor,
  countRecoveryCodes,
  findFactor,
  lockFactor,
  removeFactor,
  replaceRecoveryCodes,
  updateFactor,
} from "@/db/queries/auth/second-factors";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { assertMayTry, attemptOf, failedAttempt } from "@/lib/auth/attempts";
import { passwordFits } from "@/lib/auth/password";
import { isFactorMandatory, newFactor, newRecoveryCodes, passSecondFactor, stepOf } from "@/lib/auth/second-factor";
import { invalidateSessions } from "@/lib/auth/session";
import { productInfo } from "@/lib/config/product";
import { AppError } from "@/lib/errors/errors";
import type { FactorDto, FactorSetUpDto, RecoveryCodesDto } from "../dto";
import type { FactorProof } from "../schema";

/** The own second factor: whether there is one, and how many recovery codes are left. */
export async function ownFactor(actor: Actor): Promise<FactorDto> {
  const [profile, factor, recoveryCodesLeft] = await Promise.all([
    findProfile(db(), actor.id),
    findFactor(db(), actor.id),
    countRecoveryCodes(db(), actor.id),
  ]);
  return {
    available: profile?.type === "local",
    active: Boolean(factor?.confirmedAt),
    confirmedAt: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft,
    required: await isFactorMandatory(actor),
  };
}

/**
 * Makes a secret for the authenticator app; nothing is asked for it until a code confirmed it. Throws wrongOldPassword,
 * secondFactorExists or secondFactorLocalOnly.
 */
export async function beginSecondFactor(actor: Actor, password: string): Promise<FactorSetUpDto> {
  const profile = await findProfile(db(), actor.id);
  if (profile?.type !== "local") throw new AppError("secondFactorLocalOnly");
  await assertPassword(actor, password);
  const { nameEn } = await productInfo();
  const { secret, uri, cipher } = newFactor(nameEn, actor.account);
  await db().transaction(async (tx) => {
    if (!(await beginFactor(tx, actor.id, cipher))) throw new AppError("secondFactorExists");
    await recordAuditEvent(tx, actor, { action: "auth.factor.begin", target: self(actor) });
  });
  return { secret, uri };
}

/** Turns the factor on with the first code, and answers its recovery codes, this once. */
export async function confirmSecondFactor(actor: Actor, otp: string): Promise<RecoveryCodesDto> {
  const { codes, hashes } = newRecoveryCodes(actor.id);
  await db().transaction(async (tx) => {
    const factor = await lockFactor(tx, actor.id);
    if (!factor) throw new AppError("secondFactorNone");
    if (factor.confirmedAt) throw new AppError("secondFactorExists");
    const step = stepOf(factor.secretCipher, otp, factor.lastStep);
    // No guess at anybody's factor: who sets it up has just been shown the secret.
    if (step === null) throw new AppError("secondFactorWrong", { data: { fields: { otp: "codeWrong" } } });
    await updateFactor(tx, actor.id, { confirmedAt: new Date(), lastStep: step });
    await replaceRecoveryCodes(tx, actor.id, hashes);
    await recordAuditEvent(tx, actor, {
      action: "auth.factor.confirm",
      target: self(actor),
      before: { secondFactor: false },
      after: { secondFactor: true },
    });
  });
  invalidateSessions();
  return { account: actor.account, codes };
}

/** New recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(actor: Actor, proof: FactorProof): Promise<RecoveryCodesDto> {
  await assertActive(actor);
  await prove(actor, proof);
  const { codes, hashes } = newRecoveryCodes(actor.id);
  await db().transaction(async (tx) => {
    await lockFactor(tx, actor.id);
    await replaceRecoveryCodes(tx, actor.id, hashes);
    await recordAuditEvent(tx, actor, { action: "auth.factor.codes", target: self(actor) });
  });
  return { account: actor.account, codes };
}

/** Turns the own factor off. Throws secondFactorMandatory where administrators must have one. */
export async function removeSecondFactor(actor: Actor, proof: FactorProof): Promise<void> {
  await assertActive(actor);
  if (await isFactorMandatory(actor)) throw new AppError("secondFactorMandatory");
  await prove(actor, proof);
  await db().transaction(async (tx) => {
    await removeFactor(tx, actor.id);
    await recordAuditEvent(tx, actor, {
      action: "auth.factor.remove",
      target: self(actor),
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
  });
  invalidateSessions();
}

async function assertActive(actor: Actor): Promise<void> {
  if (!(await findFactor(db(), actor.id))?.confirmedAt) throw new AppError("secondFactorNone");
}

/** Guesses are counted with those of the login, so that a stolen session cannot be used to guess either. */
async function assertPassword(actor: Actor, password: string): Promise<void> {
  const at = attemptOf(actor.account, actor.request);
  await assertMayTry(at);
  if (await passwordFits(await findPasswordHash(db(), actor.id), password)) return;
  const error = await failedAttempt(at, "wrongOldPassword");
  throw error.key === "wrongOldPassword" ? fieldError("wrongOldPassword", "password") : error;
}

async function prove(actor: Actor, { password, otp }: FactorProof): Promise<void> {
  await assertPassword(actor, password);
  const result = await passSecondFactor(actor.id, otp, attemptOf(actor.account, actor.request));
  if ("passed" in result) return clearAttempts(db(), actor.account, actor.request.address);
  throw result.refused.key === "secondFactorWrong" ? fieldError("secondFactorWrong", "otp") : result.refused;
}

function fieldError(key: "wrongOldPassword" | "secondFactorWrong", field: "password" | "otp"): AppError {
  return new AppError(key, { data: { fields: { [field]: field === "otp" ? "codeWrong" : "passwordWrong" } } });
}

const self = (actor: Actor) => ({ type: "user", id: actor.id, name: actor.account });
