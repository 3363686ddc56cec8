import { MESSAGE_LOADERS } from "@/lib/generated/messages";
import type { Locale } from "./locales";

type Loaded<T> = { [K in keyof T]: T[K] extends () => Promise<{ default: infer M }> ? M : never };
export type Messages = Loaded<(typeof MESSAGE_LOADERS)["zh_CN"]>;
export type MessageArea = keyof Messages;

/** All texts of a language, by area: a file of `messages` is an area, its name the namespace. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const entries = Object.entries(MESSAGE_LOADERS[locale]).map(
    async ([area, load]) => [area, (await load()).default] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Messages;
}

/** The texts of one area; for parts of the browser that are loaded on first use. */
export async function loadArea<A extends MessageArea>(locale: Locale, area: A): Promise<Messages[A]> {
  return (await MESSAGE_LOADERS[locale][area]()).default as Messages[A];
}
