"use client";

import { useTranslations } from "next-intl";

/** Why a line was left alone or not done, in words; a key nobody named is an error key of the product. */
export function useReasonText(): (reason: string) => string {
  const [own, errors] = [useTranslations("directorySync.reasons"), useTranslations("errors")];
  return (reason) => {
    if (own.has(reason as "seats")) return own(reason as "seats");
    return errors.has(reason as "notFound") ? errors(reason as "notFound") : reason;
  };
}

/** Why a whole run failed, in words. */
export function useFailureText(): (failure: string | null) => string {
  const [own, channel, errors] = [
    useTranslations("directorySync.failures"),
    useTranslations("loginChannels.reasons"),
    useTranslations("errors"),
  ];
  return (failure) => {
    const key = failure ?? "other";
    if (own.has(key as "other")) return own(key as "other");
    if (channel.has(key as "unreachable")) return channel(key as "unreachable");
    return errors.has(key as "notFound") ? errors(key as "notFound") : own("other");
  };
}
