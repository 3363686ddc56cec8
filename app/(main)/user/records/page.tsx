import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OwnRecords } from "@/components/features/records/own-records";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readRecordState } from "@/lib/features/records/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("records"))("own.title") };
}

export default async function OwnRecordsPage({ searchParams }: PageProps<"/user/records">) {
  await requirePageActor(P.USER);
  return (
    <ClientMessages areas={["records", "apps", "errors"]}>
      <OwnRecords first={readRecordState(await searchParams)} />
    </ClientMessages>
  );
}
