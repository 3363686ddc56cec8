import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Mark } from "@/components/common/mark";
import { currentActor } from "@/lib/auth/page";
import { safePath } from "@/lib/auth/safe-path";
import { productInfo } from "@/lib/config/product";
import { productLocale } from "@/lib/i18n/locales";
import { LoginPanel } from "./_components/login-panel";
import { LoginPreferences } from "./_components/login-preferences";
import { LoginScene } from "./_components/login-scene";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.login"))("title") };
}

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const { redirectUrl, jwt } = await searchParams;
  const actor = await currentActor();
  const target = safePath(typeof redirectUrl === "string" ? redirectUrl : null);
  if (actor && !actor.mustChangePassword && jwt === undefined) redirect(target);
  const [product, locale] = [await productInfo(), productLocale(await getLocale())];

  return (
    <div className="flex min-h-dvh bg-background">
      <main className="flex w-full flex-col px-6 md:w-1/2 md:px-12 lg:w-140 lg:shrink-0 lg:px-20">
        <div className="flex h-20 shrink-0 items-center gap-2.5">
          <Mark size={28} iconUrl={product.iconUrl} />
          <span className="truncate text-lg font-semibold">{locale === "zh_CN" ? product.nameZh : product.nameEn}</span>
        </div>
        <LoginPanel
          target={target}
          isSignedIn={actor !== null}
          mustChangePassword={actor?.mustChangePassword ?? false}
        />
        <LoginPreferences />
      </main>
      <LoginScene />
    </div>
  );
}
