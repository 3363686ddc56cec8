import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SearchHistoryScreen } from "@/components/features/search/history-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { historyAddress } from "@/lib/conversation/client/history-address";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("search"))("history.title") };
}

/** Own searches. */
export default async function SearchHistoryPage({ searchParams }: PageProps<"/personal/search/history">) {
  await requirePageActor(P.SEARCH);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "search", "validation"]}>
      <SearchHistoryScreen asked={historyAddress.read(await searchParams)} />
    </ClientMessages>
  );
}
