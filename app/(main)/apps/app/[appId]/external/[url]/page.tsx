import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AppPage } from "@/components/features/apps/app-page";
import { ExternalScreen } from "@/components/features/apps/external-screen";
import { ClientMessages } from "@/components/layout/messages";
import { appHref } from "@/lib/features/apps/paths";
import { framingOf } from "@/lib/features/apps/service/framing";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsAppExternalItem") };
}

/** A page of others; which one is read from the app and never from the address. */
export default async function ExternalPage({ params }: PageProps<"/apps/app/[appId]/external/[url]">) {
  const { appId } = await params;
  return (
    <AppPage id={appId}>
      {async ({ app }) => {
        if (app.kind !== "external") redirect(appHref(appId));
        const host = (await headers()).get("host") ?? "";
        return (
          <ClientMessages areas={["apps-list", "apps-chat", "errors"]}>
            <ExternalScreen app={app} framing={await framingOf(app.url, `https://${host}`)} />
          </ClientMessages>
        );
      }}
    </AppPage>
  );
}
