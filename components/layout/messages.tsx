import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import type { MessageArea } from "@/lib/i18n/messages";

interface ClientMessagesProps {
  areas: readonly MessageArea[];
  children: ReactNode;
}

/** Gives the client components below the texts of the named areas, and no others. Repeat the areas of the layout above. */
export async function ClientMessages({ areas, children }: ClientMessagesProps) {
  const [locale, messages, timeZone] = await Promise.all([getLocale(), getMessages(), getTimeZone()]);
  const picked = Object.fromEntries(areas.map((area) => [area, messages[area]]));
  return (
    <NextIntlClientProvider locale={locale} messages={picked} timeZone={timeZone} now={undefined} formats={null}>
      {children}
    </NextIntlClientProvider>
  );
}
