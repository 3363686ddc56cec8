import "server-only";
import { randomInt } from "node:crypto";
import { z } from "zod";
import { db } from "@/db/client";
import { insertVerificationCode, takeVerificationCode } from "@/db/queries/login";
import { hashToken, sameText } from "@/lib/auth/tokens";
import { codeImage } from "./captcha-image";

const LENGTH = 4;
/** CONTRACT: one use, five minutes. */
const LIFE_MS = 5 * 60_000;
// Without look-alikes.
const SYMBOLS = "234679ACDEFHJKLMNPRTUVWXY";

/** A fresh verification code: its id and a picture as data URL. */
export async function createVerificationCode(): Promise<{ codeUuid: string; image: string }> {
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
