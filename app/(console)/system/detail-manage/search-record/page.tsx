import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecordsScreen } from "@/components/features/records/records-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { readRecordState } from "@/lib/features/records/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("records"))("searchesTitle") };
}

export default async function SearchRecordPage({ searchParams }: PageProps<"/system/detail-manage/search-record">) {
  const actor = await requirePageActor(P.SEARCH_RECORD);
  return (
    <ClientMessages areas={["records", "apps", "chat", "errors", "validation"]}>
      <RecordsScreen
        list="searches"
        first={readRecordState(await searchParams)}
        canMakePrompt={hasPermission(actor, P.CHAT_PROMPT)}
      />
    </ClientMessages>
  );
}
