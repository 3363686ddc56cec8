import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecordsScreen } from "@/components/features/records/records-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readRecordState } from "@/lib/features/records/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("records"))("title") };
}

export default async function DetailRecordPage({ searchParams }: PageProps<"/system/detail-manage/detail-record">) {
  await requirePageActor(P.CHAT_RECORD);
  return (
    <ClientMessages areas={["nav", "records", "chat", "errors", "validation"]}>
      <RecordsScreen first={readRecordState(await searchParams)} />
    </ClientMessages>
  );
}
