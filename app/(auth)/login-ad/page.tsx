import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { readCookie } from "@/lib/auth/cookie";
import { currentActor } from "@/lib/auth/page";
import { safePath } from "@/lib/auth/safe-path";
import { productInfo } from "@/lib/config/product";
import { directoryNames } from "@/lib/features/auth/service/choices";
import { publishedTerms } from "@/lib/features/terms/service/published";
import { intlLocale, productLocale } from "@/lib/i18n/locales";
import { LoginFrame } from "../login/_components/login-frame";
import { LoginPanel } from "../login/_components/login-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.login.directory"))("severalTitle") };
}

/** spec 2: login with the account of the company's directory. */
export default async function DirectoryLoginPage({ searchParams }: PageProps<"/login-ad">) {
  const { redirectUrl } = await searchParams;
  const actor = await currentActor();
  const target = safePath(typeof redirectUrl === "string" ? redirectUrl : null);
  const isReady = actor !== null && actor.pending.length === 0;
  // Done in another browser: this one's cookie has to learn of it first, or the gate would send it back here.
  const isStale = isReady && ((await readCookie({ headers: await headers() }))?.pending.length ?? 0) > 0;
  if (isReady && !isStale) redirect(target);
  const locale = productLocale(await getLocale());
  const t = await getTranslations("auth.login.directory");
  const [product, terms, names] = await Promise.all([productInfo(), publishedTerms(locale), directoryNames(locale)]);
  const all = new Intl.ListFormat(intlLocale(locale), { type: "disjunction" }).format(names);
  const title = names.length === 1 ? t("title", { name: all }) : t("severalTitle");
  const productName = locale === "zh_CN" ? product.nameZh : product.nameEn;
  // A plain link: what goes there without a new page would be a good part of this one.
  const back = (
    <a
      href={target === "/" ? "/login" : `/login?redirectUrl=${encodeURIComponent(target)}`}
      className="mt-6 inline-flex min-h-8 items-center self-start text-sm text-primary-ink hover:underline pointer-coarse:min-h-11"
    >
      {t("back")}
    </a>
  );

  return (
    <LoginFrame>
      {names.length === 0 && !actor ? (
        <div className="flex flex-1 flex-col justify-center pb-10">
          <h1 className="text-3xl font-semibold">{t("off")}</h1>
          <p className="mt-1 text-base text-fg-3">{t("offHint")}</p>
          {back}
        </div>
      ) : (
        <LoginPanel
          target={target}
          product={productName}
          isSignedIn={actor !== null}
          pending={actor?.pending ?? []}
          isStale={isStale}
          hasTerms={terms !== null}
          texts={{ title, subtitle: t("subtitle", { name: all }) }}
          door="directory"
          choices={back}
        />
      )}
    </LoginFrame>
  );
}
