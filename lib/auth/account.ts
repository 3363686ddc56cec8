import { z } from "zod";
import { ACCOUNT_MAX, PASSWORD_MAX, PASSWORD_MIN } from "@/lib/config/constants";

/** One person, one spelling: NFKC, lower case, trimmed (ARCHITECTURE 9). */
export function normalizeAccount(account: string): string {
  return account.normalize("NFKC").trim().toLowerCase();
}

/** The four rules of spec 5, each with whether it holds; shown live while a password is typed. */
export function passwordRules(password: string) {
  return {
    length: [...password].length >= PASSWORD_MIN,
    digit: /\p{Nd}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    lower: /\p{Ll}/u.test(password),
  };
}

/** Trimmed like the login's field, or nobody could type it again. */
export const newPassword = z
  .string()
  .trim()
  .max(PASSWORD_MAX, "passwordTooLong")
  .refine((value) => Object.values(passwordRules(value)).every(Boolean), "passwordRules");

/** spec 3, 7. Both fields are trimmed. */
export const loginInput = z.strictObject({
  username: z.string().trim().min(1, "accountRequired").max(ACCOUNT_MAX, "tooLong"),
  password: z.string().trim().min(1, "passwordRequired").max(PASSWORD_MAX, "tooLong"),
  vfCode: z.string().trim().max(16).optional(),
  codeUuid: z.string().max(64).optional(),
});
export type LoginInput = z.infer<typeof loginInput>;
