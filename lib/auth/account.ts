import { z } from "zod";
import { ACCOUNT_MAX, PASSWORD_MAX } from "@/lib/config/constants";
import { isPlainLine } from "@/lib/config/plain-text";
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
export const newPassword = z
  .string()
  .trim()
  .max(PASSWORD_MAX, "passwordTooLong")
  .refine((value) => Object.values(passwordRules(value)).every(Boolean), "passwordRules");

/** spec 3, 7. Both fields are trimmed. */
export const loginInput = z.strictObject({
  username: z.string().trim().min(1, "accountRequired").max(ACCOUNT_MAX, "tooLong").refine(isPlainLine, "invalid"),
  password: z.string().trim().min(1, "passwordRequired").max(PASSWORD_MAX, "tooLong"),
  vfCode: z.string().trim().max(16).optional(),
  codeUuid: z.string().max(64).optional(),
  /** Code of the authenticator app, or a recovery code; asked for when the account has a second factor. */
  otp: z.string().trim().max(32).optional(),
});
export type LoginInput = z.infer<typeof loginInput>;
