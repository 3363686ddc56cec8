import { getLocale, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { productLocale } from "@/lib/i18n/locales";
import type { MessageArea } from "@/lib/i18n/messages";
import { textsOf } from "@/lib/i18n/texts";
import { AddedMessages } from "./added-messages";

interface ClientMessagesProps {
  areas: readonly MessageArea[];
  children: ReactNode;
}

/** Gives the client components below the texts of the named areas as well as those from further out, and no others. */
export async function ClientMessages({ areas, children }: ClientMessagesProps) {
  const [locale, timeZone] = await Promise.all([getLocale(), getTimeZone()]);
  return (
    <AddedMessages locale={locale} timeZone={timeZone} texts={await textsOf(productLocale(locale), areas)}>
      {children}
    </AddedMessages>
  );
}
