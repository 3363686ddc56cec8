import "server-only";
import { ERROR_CODES } from "@/lib/errors/errors";
import type { Locale } from "./locales";
import { errorText } from "./translate";

/**
 * The words for the error key that single sign-on leaves in an address. Anybody can write an address, so it chooses
 * among sentences of ours and never becomes one; faults that are no matter of the channel are said in general.
 */
export async function channelFailureText(locale: Locale, key: unknown): Promise<string | null> {
  if (typeof key !== "string" || !Object.hasOwn(ERROR_CODES, key)) return null;
  return errorText(locale, /^(channel[A-Z]|publicUrlMissing$)/.test(key) ? key : "channelFailed");
}
