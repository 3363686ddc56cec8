"use client";

import { NextIntlClientProvider, useLocale, useMessages, useTimeZone } from "next-intl";
import type { ReactNode } from "react";
import { type DialogControl, type DialogOptions, openDialog } from "@/lib/client/dialogs";

/**
 * Opens dialogs whose body uses the texts of the calling screen: the dialogs' host stands in the shell and knows the
 * shell's texts only, so the body takes the caller's along.
 */
export function useDialogs(): { open: (options: DialogOptions) => Promise<void> } {
  const messages = useMessages();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const scoped = (body: ReactNode) => (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
      {body}
    </NextIntlClientProvider>
  );
  return {
    open: ({ content, ...options }) =>
      openDialog({
        ...options,
        content: typeof content === "function" ? (control: DialogControl) => scoped(content(control)) : scoped(content),
      }),
  };
}
