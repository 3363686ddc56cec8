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
  /** Lets the page run their scripts. */
  nonce?: string;
  children: ReactNode;
}

const Outer = createContext<Texts>({});

/** Adds texts to those the components below have already. */
export function AddedMessages({ files, nonce, ...rest }: AddedMessagesProps) {
  // No hook stands behind this one: React loses count when it draws a component anew that waited and need not any more.
  const texts = useTexts(files);
  return (
    <>
      <TextScripts files={files} nonce={nonce} />
      <JoinedMessages texts={texts} {...rest} />
    </>
  );
}

/**
 * The scripts that bring texts, for the browser that reads the page: before all that needs them, and it goes on reading
 * only when they have run, so nobody sees a screen that has no texts to come alive with. React takes the element over as it
 * stands; where it draws one itself it stays empty, because scripts that React draws never run.
 */
function TextScripts({ files, nonce = "" }: Pick<AddedMessagesProps, "files" | "nonce">) {
  const html =
    typeof window === "undefined"
      ? files.map((path) => `<script src="${path}" nonce="${nonce}"></script>`).join("")
      : "";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses that the server made
  return <span hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
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
