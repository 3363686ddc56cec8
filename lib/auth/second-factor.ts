import "server-only";
import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { db, type Transaction } from "@/db/client";
import { lockFactor, takeRecoveryCode, updateFactor } from "@/db/queries/auth/second-factors";
import { loadConfig } from "@/lib/config/system-config";
import { authenticate, decrypt, encrypt } from "@/lib/encryption";
import { AppError } from "@/lib/errors/errors";
import { type Attempt, assertMayTry, failedAttempt } from "./attempts";

/*
 * The second factor of local accounts: time-based codes (RFC 6238) of an authenticator app, and recovery codes for the day
 * the phone is gone. Password logins ask for it; single sign-on has its own.
 */
const PURPOSE = "second-factor";
const RECOVERY_PURPOSE = "recovery-code";
const PERIOD = 30;
/** A clock may be one step off, either way. */
const WINDOW = 1;
export const RECOVERY_CODES = 10;
/** Without 0, 1, I, L, O: nobody can misread one. 12 of them hold 59 bits. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

export interface NewFactor {
  /** Base32; leaves the server once, in the answer of the set-up. */
  secret: string;
  /** What the QR code says. */
  uri: string;
  cipher: string;
}

export function newFactor(issuer: string, account: string): NewFactor {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer, label: account, secret, digits: 6, period: PERIOD }).toString();
  return { secret: secret.base32, uri, cipher: encrypt(PURPOSE, secret.base32) };
}

/** New recovery codes as they are shown once, and what is stored of them. */
export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    [0, 1, 2].map(() => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")).join("-"),
  );
  return { codes, hashes: codes.map((code) => recoveryHash(userId, code)) };
}

/** Keyed, so that a stolen database cannot be searched for codes. */
function recoveryHash(userId: string, code: string): string {
  return authenticate(RECOVERY_PURPOSE, `${userId}:${code.toUpperCase().replace(/[^0-9A-Z]/g, "")}`);
}

/** The time step a code belongs to, later than the last used one; null when it fits none. */
export function stepOf(cipher: string, code: string, lastStep: number, now = Date.now()): number | null {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const secret = Secret.fromBase32(decrypt(PURPOSE, cipher));
  const delta = TOTP.validate({ token, secret, digits: 6, period: PERIOD, timestamp: now, window: WINDOW });
  const step = delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
  return step !== null && step > lastStep ? step : null;
}

/** Whether this person may not be without a second factor. */
export async function isFactorMandatory({ isAdministrator }: { isAdministrator: boolean }): Promise<boolean> {
  return isAdministrator && (await loadConfig("securityConfig")).requireSecondFactorForAdministrators;
}

export type Passed = "none" | "code" | "recovery";

/** Uses a code up, under the lock of the factor's row: it works once, whoever comes at the same time. */
async function takeCode(
  tx: Transaction,
  userId: string,
  factor: { secretCipher: string; lastStep: number },
  code: string,
): Promise<Passed | null> {
  const step = stepOf(factor.secretCipher, code, factor.lastStep);
  if (step !== null) {
    await updateFactor(tx, userId, { lastStep: step });
    return "code";
  }
  return (await takeRecoveryCode(tx, userId, recoveryHash(userId, code))) ? "recovery" : null;
}

/**
 * Asks for the second factor of a person whose password fits. Wrong codes count like wrong passwords, one by one also when
 * they come in parallel. Answers how it was passed, or the error to throw: secondFactorRequired, secondFactorWrong,
 * loginLocked or tooManyRequests.
 */
export function passSecondFactor(
  userId: string,
  code: string | undefined,
  at: Attempt,
): Promise<{ passed: Passed } | { refused: AppError; guessed: boolean }> {
  return db().transaction(async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor?.confirmedAt) return { passed: "none" as const };
    // Those who waited for the lock see what the ones before them did.
    const { captchaRequired } = await assertMayTry(at, tx);
    if (!code) {
      return { refused: new AppError("secondFactorRequired", { data: { captchaRequired } }), guessed: false };
    }
    const passed = await takeCode(tx, userId, factor, code);
    if (passed) return { passed };
    return { refused: await failedAttempt(at, "secondFactorWrong", tx), guessed: true };
  });
}
