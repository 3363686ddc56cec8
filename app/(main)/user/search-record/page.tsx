import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OwnSearches } from "@/components/features/records/searches";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("records"))("own.searchesTitle") };
}

export default async function OwnSearchRecordPage() {
  await requirePageActor(P.USER);
  return (
    <ClientMessages areas={["records", "apps", "errors"]}>
      <OwnSearches />
    </ClientMessages>
  );
}
