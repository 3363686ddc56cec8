"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";

/** Why a line was left alone or not done, in words; a key nobody named is an error key of the product. */
export function useReasonText(): (reason: string) => string {
  const own = useTranslations("directory-sync.reasons");
  const errorText = useErrorText();
  return (reason) => (own.has(reason as "seats") ? own(reason as "seats") : errorText(reason));
}

/** Why a whole run failed, in words. */
export function useFailureText(): (failure: string | null) => string {
  const own = useTranslations("directory-sync.failures");
  const channel = useTranslations("login-channels.reasons");
  const errors = useTranslations("errors");
  const errorText = useErrorText();
  return (failure) => {
    const key = failure ?? "other";
    if (own.has(key as "other")) return own(key as "other");
    if (channel.has(key as "unreachable")) return channel(key as "unreachable");
    return errors.has(key as "notFound") ? errorText(key) : own("other");
  };
}
