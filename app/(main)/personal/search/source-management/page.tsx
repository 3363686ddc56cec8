import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SearchSidebar } from "@/components/features/search/search-sidebar";
import { SourcesScreen } from "@/components/features/search/sources/sources-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { sourcesAddress } from "@/lib/features/search/sources/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search-sources"))("title") };
}

export default async function SourceManagementPage({ searchParams }: PageProps<"/personal/search/source-management">) {
  await requirePageActor(P.SEARCH);
  const params = await searchParams;
  return (
    <ClientMessages areas={["search-sources", "errors", "validation"]}>
      <SearchSidebar />
      <SourcesScreen first={sourcesAddress.read(params)} />
    </ClientMessages>
  );
}
