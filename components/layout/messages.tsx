import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import type { MessageArea } from "@/lib/i18n/messages";

interface ClientMessagesProps {
  areas: readonly MessageArea[];
  children: ReactNode;
}

/** Texts every screen may need: the component kit's and those of failures. */
const ALWAYS: readonly MessageArea[] = ["common", "failure"];

/**
 * Gives the client components below the texts of the named areas, `common` and `failure`, and no others. An inner one
 * replaces an outer one, so a page repeats the areas its own components need.
 */
export async function ClientMessages({ areas, children }: ClientMessagesProps) {
  const [locale, messages, timeZone] = await Promise.all([getLocale(), getMessages(), getTimeZone()]);
  const picked = Object.fromEntries([...ALWAYS, ...areas].map((area) => [area, messages[area]]));
  return (
    <NextIntlClientProvider locale={locale} messages={picked} timeZone={timeZone}>
      {children}
    </NextIntlClientProvider>
  );
}
