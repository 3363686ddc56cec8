import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/layout/messages";
import { COLOR_SCHEME_SCRIPT } from "@/lib/client/color-scheme-script";
import { EARLY_SUBMIT_SCRIPT } from "@/lib/client/early-submit-script";
import { productInfo } from "@/lib/config/product";
import { loadConfig } from "@/lib/config/system-config";
import { productLocale } from "@/lib/i18n/locales";
import "./globals.css";

const FIRST_SCRIPT = `${COLOR_SCHEME_SCRIPT};${EARLY_SUBMIT_SCRIPT}`;

export async function generateMetadata(): Promise<Metadata> {
  const [product, locale] = [await productInfo(), productLocale(await getLocale())];
  const name = locale === "zh_CN" ? product.nameZh : product.nameEn;
  // Without a page title of its own the installation is called by its name in the page's language.
  const title = product.title === product.nameZh ? name : product.title;
  return { title: { default: title, template: `%s · ${title}` }, icons: product.iconUrl ?? "/brand/mark.svg" };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f1f4f6" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1214" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, nonce] = [await getLocale(), (await headers()).get("x-nonce") ?? undefined];
  const { defaultTheme } = await loadConfig("customConfig");
  return (
    <html
      lang={locale}
      data-scheme={defaultTheme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text, run before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
        {/* What every screen may need: the component kit's texts and those of failures. */}
        <ClientMessages areas={["common", "failure"]}>{children}</ClientMessages>
      </body>
    </html>
  );
}
