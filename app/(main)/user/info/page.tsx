import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { SecuritySections } from "@/components/features/account/security-sections";
import { ChatImport } from "@/components/features/chat/chat-import";
import { InfoScreen } from "@/components/features/personal/info-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { productInfo } from "@/lib/config/product";
import { countOwnKeys } from "@/lib/features/open-api/service/keys";
import { ownLinks } from "@/lib/features/personal/service/bindings";
import { ownMemory } from "@/lib/features/personal/service/memory";
import { ownProfile } from "@/lib/features/personal/service/profile";
import { channelFailureText } from "@/lib/i18n/channel-failure";
import { productLocale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("userInfo") };
}

export default async function UserInfoPage({ searchParams }: PageProps<"/user/info">) {
  const actor = await requirePageActor(P.USER);
  const [{ failed }, profile, memory, links, keys, product, locale] = await Promise.all([
    searchParams,
    ownProfile(actor),
    ownMemory(actor),
    ownLinks(actor),
    countOwnKeys(actor),
    productInfo(),
    getLocale().then(productLocale),
  ]);
  return (
    <ClientMessages areas={["personal", "account", "validation"]}>
      <InfoScreen
        id={actor.id}
        profile={profile}
        memory={memory}
        keys={keys}
        links={links}
        chatImport={
          hasPermission(actor, P.CHAT) && (
            <ClientMessages areas={["chat-import", "errors"]}>
              <ChatImport />
            </ClientMessages>
          )
        }
        linkFailure={await channelFailureText(locale, failed)}
        security={
          <SecuritySections
            product={locale === "zh_CN" ? product.nameZh : product.nameEn}
            isLocal={profile.type === "local"}
          />
        }
      />
    </ClientMessages>
  );
}
