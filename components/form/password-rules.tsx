"use client";

import { Check, Circle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type PasswordRule, passwordRules } from "@/lib/auth/password-rules";
import { PASSWORD_MIN } from "@/lib/config/constants";

const RULES: readonly PasswordRule[] = ["length", "digit", "upper", "lower"];

/** The rules of spec 5, ticked off while a password is typed. `id` is for the field's description. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const v = useTranslations("validation");
  const rules = passwordRules(password);
  return (
    <ul id={id} aria-label={v("passwordRuleList")} className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
      {RULES.map((rule) => (
        <li key={rule} className={`flex items-center gap-1.5 ${rules[rule] ? "text-success-ink" : "text-fg-3"}`}>
          {rules[rule] ? <Check aria-hidden size={13} strokeWidth={2.5} /> : <Circle aria-hidden size={13} />}
          {v(`passwordRule.${rule}`, { min: PASSWORD_MIN })}
          <span className="sr-only">{rules[rule] ? v("passwordRuleMet") : v("passwordRuleUnmet")}</span>
        </li>
      ))}
    </ul>
  );
}
