import "server-only";
import { randomInt } from "node:crypto";
import { z } from "zod";
import { db } from "@/db/client";
import { countVerificationCode, insertVerificationCode, takeVerificationCode } from "@/db/queries/auth/login";
import type { RequestMeta } from "@/lib/auth/actor";
import { hashToken, sameText } from "@/lib/auth/tokens";
import { AppError } from "@/lib/errors/errors";
import { codeImage } from "./captcha-image";

const LENGTH = 4;
/** spec 10: one use, five minutes. */
const LIFE_MS = 5 * 60_000;
/** Codes of one source that may live at a time. An office behind one address stays well below. */
const SOURCE_MAX = 120;
// Without look-alikes.
const SYMBOLS = "234679ACDEFHJKLMNPRTUVWXY";

/** A fresh verification code: its id and a picture as data URL. Throws tooManyRequests. */
export async function createVerificationCode({ address }: RequestMeta): Promise<{ codeUuid: string; image: string }> {
  const asked = await countVerificationCode(db(), address, new Date(Date.now() - LIFE_MS));
  if (asked > SOURCE_MAX) throw new AppError("tooManyRequests", { args: { minutes: LIFE_MS / 60_000 } });
  const answer = Array.from({ length: LENGTH }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join("");
  const codeUuid = await insertVerificationCode(db(), hashToken(answer), new Date(Date.now() + LIFE_MS));
  return { codeUuid, image: codeImage(answer) };
}

/** Whether the answer fits; the code is used up either way. */
export async function verificationCodeFits(codeUuid: string | undefined, answer: string | undefined): Promise<boolean> {
  if (!codeUuid || !answer || !z.uuid().safeParse(codeUuid).success) return false;
  const stored = await takeVerificationCode(db(), codeUuid);
  return stored !== null && sameText(stored, hashToken(answer.trim().toUpperCase()));
}
