import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Searches } from "@/components/features/records/searches";
import { ClientMessages } from "@/components/layout/messages";
import { TopBar } from "@/components/layout/top-bar";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("records"))("searchesTitle") };
}

export default async function SearchRecordPage() {
  await requirePageActor(P.SEARCH_RECORD);
  const t = await getTranslations("records");
  return (
    <ClientMessages areas={["records", "apps", "errors"]}>
      <TopBar title={t("searchesTitle")} crumbs={[{ label: t("group") }]} />
      <Searches isOwn={false} />
    </ClientMessages>
  );
}
