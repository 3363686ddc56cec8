import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Brand } from "@/components/common/brand";
import { loginLook, productInfo } from "@/lib/config/product";
import { productLocale } from "@/lib/i18n/locales";
import { LoginPreferences } from "./login-preferences";
import { LoginScene } from "./login-scene";

/** The product's mark above, language and appearance below, the picture beside: around every way to log in. */
export async function LoginFrame({ children }: { children: ReactNode }) {
  const locale = productLocale(await getLocale());
  const [product, look] = await Promise.all([productInfo(), loginLook(locale)]);
  return (
    <div className="flex min-h-dvh bg-background">
      <main className="flex w-full flex-col px-6 md:w-1/2 md:px-12 lg:w-140 lg:shrink-0 lg:px-20">
        <div className="flex h-20 shrink-0 items-center gap-2.5">
          <Brand name={locale === "zh_CN" ? product.nameZh : product.nameEn} {...product} size={28} />
        </div>
        {children}
        <LoginPreferences />
      </main>
      <LoginScene imageUrl={look.imageUrl} tagline={look.tagline} />
    </div>
  );
}
