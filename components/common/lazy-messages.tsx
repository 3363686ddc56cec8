"use client";

import { NextIntlClientProvider, useLocale, useMessages, useTimeZone } from "next-intl";
import { type ReactNode, use, useMemo } from "react";
import { askedOnce } from "@/lib/client/asked-once";
import { type Locale, productLocale } from "@/lib/i18n/locales";
import { loadArea, type Messages, type OwnArea } from "@/lib/i18n/messages";

const once = askedOnce<Partial<Messages>>();
/** What has arrived is used without waiting once more. */
const arrived = new Map<string, Partial<Messages>>();

const keyOf = (locale: Locale, areas: readonly OwnArea[]) => `${locale} ${areas.join()}`;

function load(locale: Locale, areas: readonly OwnArea[]): Promise<Partial<Messages>> {
  const key = keyOf(locale, areas);
  return once(key, async () => {
    const entries = await Promise.all(areas.map(async (area) => [area, await loadArea(locale, area)] as const));
    const messages = Object.fromEntries(entries) as Partial<Messages>;
    arrived.set(key, messages);
    return messages;
  });
}

/** Fetches texts before they are wanted. */
export function preloadMessages(locale: Locale, areas: readonly OwnArea[]): void {
  load(locale, areas).catch(() => undefined);
}

/**
 * Texts for a part that every screen can open but few people do: they are loaded with the part, not with each page.
 * Stands below a `LazyBoundary`.
 */
export function LazyMessages({ areas, children }: { areas: readonly OwnArea[]; children: ReactNode }) {
  const locale = productLocale(useLocale());
  const own = arrived.get(keyOf(locale, areas)) ?? use(load(locale, areas));
  return <WithMessages own={own}>{children}</WithMessages>;
}

function WithMessages({ own, children }: { own: Partial<Messages>; children: ReactNode }) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const outer = useMessages();
  // Another object would have everything that shows a text drawn anew.
  const messages = useMemo(() => ({ ...outer, ...own }), [outer, own]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
      {children}
    </NextIntlClientProvider>
  );
}
