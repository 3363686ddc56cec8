"use client";

import { useTranslations } from "next-intl";

type Args = Readonly<Record<string, string | number>>;

/** What is said where only the key of an error was kept: such texts leave their figure out. */
export const NO_FIGURES = { reset: "none", seconds: "none", limit: "none", max: "none" } as const;

/**
 * What a key of the error catalogue says, with the figures it came with. A key nobody knows, and none at all, is an unknown
 * error.
 */
export function useErrorText(): (key: string | null | undefined, args?: Args) => string {
  const t = useTranslations("errors");
  return (key, args) => {
    if (!key || !t.has(key as "unknown")) return t("unknown");
    return t(key as "unknown", { ...NO_FIGURES, ...args } as never);
  };
}
