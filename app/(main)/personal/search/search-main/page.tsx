import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SearchSidebar } from "@/components/features/search/search-sidebar";
import { SearchStart } from "@/components/features/search/start";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { fileLimits } from "@/lib/features/chat/page";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("title") };
}

/** Where searches begin. */
export default async function SearchMainPage() {
  const actor = await requirePageActor(P.SEARCH);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "search", "validation"]}>
      <SearchSidebar />
      <SearchStart options={await conversationOptions(actor)} fileLimits={await fileLimits()} />
    </ClientMessages>
  );
}
