"use client";

import { type Locale, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTexts } from "@/lib/client/text-files";
import type { Texts } from "@/lib/i18n/arrived-texts";

interface AddedMessagesProps {
  locale: Locale;
  timeZone: string;
  /** Addresses of the texts of areas (`textPaths`). */
  files: readonly string[];
  children: ReactNode;
}

const Outer = createContext<Texts>({});

/** Adds texts to those the components below have already. */
export function AddedMessages({ files, ...rest }: AddedMessagesProps) {
  // No hook stands behind this one: React loses count when it draws a component anew that waited and need not any more.
  const texts = useTexts(files);
  return <JoinedMessages texts={texts} {...rest} />;
}

function JoinedMessages({ locale, timeZone, texts, children }: Omit<AddedMessagesProps, "files"> & { texts: Texts }) {
  const outer = useContext(Outer);
  const messages = useMemo(() => ({ ...outer, ...texts }), [outer, texts]);
  return (
    <Outer value={messages}>
      <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
        {children}
      </NextIntlClientProvider>
    </Outer>
  );
}
