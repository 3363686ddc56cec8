import { z } from "zod";
import { ACCOUNT_MAX, PASSWORD_MAX } from "@/lib/config/constants";
import { identifier, line, secret } from "@/lib/text/line";
import { passwordRules } from "./password-rules";

/** One person, one spelling: NFKC, lower case, trimmed (ARCHITECTURE 9). */
export function normalizeAccount(account: string): string {
  return account.normalize("NFKC").trim().toLowerCase();
}

/** Letters, figures and what stands between them in addresses. */
export const ACCOUNT_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]*$/u;

/** The account a name of another side becomes here; null when nobody could type it. */
export function outsideAccount(name: string): string | null {
  const account = normalizeAccount(name);
  return account.length <= ACCOUNT_MAX && ACCOUNT_PATTERN.test(account) ? account : null;
}

/** Trimmed like the login's field, or nobody could type it again. */
export const newPassword = secret(1000)
  .trim()
  .max(PASSWORD_MAX, "passwordTooLong")
  .refine((value) => Object.values(passwordRules(value)).every(Boolean), "passwordRules");

/** The password a person has, as it is typed: trimmed. */
export const password = secret(PASSWORD_MAX).trim().min(1, "passwordRequired");

/** spec 3, 7. Both fields are trimmed. */
export const loginInput = z.strictObject({
  username: line(ACCOUNT_MAX).min(1, "accountRequired"),
  password,
  vfCode: line(16).optional(),
  codeUuid: identifier(64).optional(),
  /** Code of the authenticator app, or a recovery code; asked for when the account has a second factor. */
  otp: line(32).optional(),
});
export type LoginInput = z.infer<typeof loginInput>;
