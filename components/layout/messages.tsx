import { headers } from "next/headers";
import { getLocale, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { productLocale } from "@/lib/i18n/locales";
import type { MessageArea } from "@/lib/i18n/messages";
import { textPaths } from "@/lib/i18n/text-files";
import { AddedMessages } from "./added-messages";

interface ClientMessagesProps {
  areas: readonly MessageArea[];
  children: ReactNode;
}

/** Gives the client components below the texts of the named areas as well as those from further out, and no others. */
export async function ClientMessages({ areas, children }: ClientMessagesProps) {
  const [locale, timeZone, asked] = await Promise.all([getLocale(), getTimeZone(), headers()]);
  const files = await textPaths(productLocale(locale), areas);
  return (
    <AddedMessages locale={locale} timeZone={timeZone} files={files} nonce={asked.get("x-nonce") ?? undefined}>
      {children}
    </AddedMessages>
  );
}
