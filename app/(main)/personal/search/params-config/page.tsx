import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ParamsScreen } from "@/components/features/search/params/params-screen";
import { SearchSidebar } from "@/components/features/search/search-sidebar";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readSearchParams } from "@/lib/features/search/service/settings/change";
import { paramsAddress } from "@/lib/features/search/settings/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("personalSearchParamsConfig") };
}

/** spec 2: parameters of the search, with the tabs base and node. */
export default async function SearchParamsPage({ searchParams }: PageProps<"/personal/search/params-config">) {
  const actor = await requirePageActor(P.SEARCH);
  const first = paramsAddress.read(await searchParams);
  return (
    <ClientMessages areas={["search-params", "errors", "validation"]}>
      <SearchSidebar />
      <ParamsScreen params={await readSearchParams(actor)} first={first} />
    </ClientMessages>
  );
}
