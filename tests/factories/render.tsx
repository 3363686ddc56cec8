import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { intlLocale, type Locale } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";

/** Renders with the product's own texts of one language. */
export async function renderWithTexts(ui: ReactNode, locale: Locale = "zh_CN") {
  const messages = await loadMessages(locale);
  const wrap = (children: ReactNode) => (
    <NextIntlClientProvider locale={intlLocale(locale)} messages={messages} timeZone="Asia/Shanghai">
      {children}
    </NextIntlClientProvider>
  );
  const view = render(wrap(ui));
  return { ...view, rerenderWithTexts: (next: ReactNode) => view.rerender(wrap(next)) };
}
