import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Brand } from "@/components/common/brand";
import { hasSignedOut } from "@/lib/auth/channels/browser";
import { readCookie } from "@/lib/auth/cookie";
import { currentActor } from "@/lib/auth/page";
import { safePath } from "@/lib/auth/safe-path";
import { loginLook, productInfo } from "@/lib/config/product";
import { environmentOf } from "@/lib/features/auth/service/choices";
import { isTeamsOffered } from "@/lib/features/auth/service/teams-login";
import { publishedTerms } from "@/lib/features/terms/service/published";
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
  const isReady = actor !== null && actor.pending.length === 0;
  // Done in another browser: this one's cookie has to learn of it first, or the gate would send it back here.
  const isStale = isReady && ((await readCookie({ headers: await headers() }))?.pending.length ?? 0) > 0;
  if (isReady && !isStale && jwt === undefined) redirect(target);
  const locale = productLocale(await getLocale());
  const [product, look, terms, inTeams] = await Promise.all([
    productInfo(),
    loginLook(locale),
    publishedTerms(locale),
    actor === null && triesTeams(await headers()),
  ]);

  return (
    <div className="flex min-h-dvh bg-background">
      <main className="flex w-full flex-col px-6 md:w-1/2 md:px-12 lg:w-140 lg:shrink-0 lg:px-20">
        <div className="flex h-20 shrink-0 items-center gap-2.5">
          <Brand name={locale === "zh_CN" ? product.nameZh : product.nameEn} {...product} size={28} />
        </div>
        <LoginPanel
          target={target}
          product={locale === "zh_CN" ? product.nameZh : product.nameEn}
          isSignedIn={actor !== null}
          pending={actor?.pending ?? []}
          isStale={isStale}
          hasTerms={terms !== null}
          texts={look}
          inTeams={inTeams}
        />
        <LoginPreferences />
      </main>
      <LoginScene imageUrl={look.imageUrl} tagline={look.tagline} />
    </div>
  );
}

/** Inside the team client, where its channel is on; never right after signing out (ARCHITECTURE 9). */
async function triesTeams(asked: Headers): Promise<boolean> {
  return environmentOf(asked) === "teams" && !hasSignedOut(asked) && isTeamsOffered();
}
