import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { hasSignedOut } from "@/lib/auth/channels/browser";
import { readCookie } from "@/lib/auth/cookie";
import { currentActor } from "@/lib/auth/page";
import { safePath } from "@/lib/auth/safe-path";
import { loginLook, productInfo } from "@/lib/config/product";
import { environmentOf, loginMethods } from "@/lib/features/auth/service/choices";
import { isTeamsOffered } from "@/lib/features/auth/service/teams-login";
import { publishedTerms } from "@/lib/features/terms/service/published";
import { channelFailureText } from "@/lib/i18n/channel-failure";
import { productLocale } from "@/lib/i18n/locales";
import { LoginChoices } from "./_components/login-choices";
import { LoginFrame } from "./_components/login-frame";
import { LoginPanel } from "./_components/login-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.login"))("title") };
}

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const { redirectUrl, jwt, failed } = await searchParams;
  const actor = await currentActor();
  const target = safePath(typeof redirectUrl === "string" ? redirectUrl : null);
  const isReady = actor !== null && actor.pending.length === 0;
  // Done in another browser: this one's cookie has to learn of it first, or the gate would send it back here.
  const isStale = isReady && ((await readCookie({ headers: await headers() }))?.pending.length ?? 0) > 0;
  if (isReady && !isStale && jwt === undefined) redirect(target);
  const locale = productLocale(await getLocale());
  const [product, look, terms, methods, failure, inTeams] = await Promise.all([
    productInfo(),
    loginLook(locale),
    publishedTerms(locale),
    headers().then((asked) => loginMethods(locale, target, environmentOf(asked))),
    channelFailureText(locale, failed),
    actor === null && triesTeams(await headers()),
  ]);

  return (
    <LoginFrame>
      <LoginPanel
        target={target}
        product={locale === "zh_CN" ? product.nameZh : product.nameEn}
        isSignedIn={actor !== null}
        pending={actor?.pending ?? []}
        isStale={isStale}
        hasTerms={terms !== null}
        texts={look}
        failure={failure}
        choices={<LoginChoices methods={methods} />}
        inTeams={inTeams}
      />
    </LoginFrame>
  );
}

/** Inside the team client, where its channel is on; never right after signing out (ARCHITECTURE 9). */
async function triesTeams(asked: Headers): Promise<boolean> {
  return environmentOf(asked) === "teams" && !hasSignedOut(asked) && isTeamsOffered();
}
