"use client";

import { type Locale, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Messages } from "@/lib/i18n/messages";

interface AddedMessagesProps {
  locale: Locale;
  timeZone: string;
  /** Areas with their texts, as JSON (`textsOf`). */
  texts: string;
  children: ReactNode;
}

const Outer = createContext<Partial<Messages>>({});

/** What was read of JSON: the server meets the same few again with every page. */
const read = new Map<string, Partial<Messages>>();

function messagesOf(texts: string): Partial<Messages> {
  const messages = read.get(texts) ?? (JSON.parse(texts) as Partial<Messages>);
  read.set(texts, messages);
  return messages;
}

/** Adds texts to those the components below have already. */
export function AddedMessages({ locale, timeZone, texts, children }: AddedMessagesProps) {
  const outer = useContext(Outer);
  const messages = useMemo(() => ({ ...outer, ...messagesOf(texts) }), [outer, texts]);
  return (
    <Outer value={messages}>
      <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
        {children}
      </NextIntlClientProvider>
    </Outer>
  );
}
