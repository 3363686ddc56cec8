import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SearchScreen } from "@/components/features/knowledge/search/search-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("knowledge-search"))("title") };
}

/** Where a search begins; the screen reads the words of one that is under way from its address. */
export default async function KnowledgeSearchPage() {
  await requirePageActor(P.KB_SEARCH);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge", "knowledge-search", "validation"]}>
      <SearchScreen />
    </ClientMessages>
  );
}
