import { PASSWORD_MIN } from "../config/constants";

export type PasswordRule = "passwordLength" | "passwordDigit" | "passwordUpper" | "passwordLower";

/** spec 5: at least 8 characters with a digit, an uppercase and a lowercase letter. Each rule with whether it is met. */
export function checkPassword(password: string): { rule: PasswordRule; met: boolean }[] {
  return [
    { rule: "passwordLength", met: [...password].length >= PASSWORD_MIN },
    { rule: "passwordDigit", met: /[0-9]/.test(password) },
    { rule: "passwordUpper", met: /[A-Z]/.test(password) },
    { rule: "passwordLower", met: /[a-z]/.test(password) },
  ];
}
