import { PASSWORD_MIN } from "@/lib/config/constants";

export type PasswordRule = "length" | "digit" | "upper" | "lower";

/** The four rules of spec 5, each with whether it holds; shown live while a password is typed, so without zod. */
export function passwordRules(password: string): Record<PasswordRule, boolean> {
  return {
    length: [...password].length >= PASSWORD_MIN,
    digit: /\p{Nd}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    lower: /\p{Ll}/u.test(password),
  };
}
