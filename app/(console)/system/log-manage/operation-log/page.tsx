import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OperationLogScreen } from "@/components/features/operation-log/operation-log-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readLogState } from "@/lib/features/operation-log/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operation-log"))("title") };
}

export default async function OperationLogPage({ searchParams }: PageProps<"/system/log-manage/operation-log">) {
  await requirePageActor(P.LOGS_OPERATION);
  return (
    <ClientMessages areas={["operation-log", "log", "apps", "errors", "validation"]}>
      <OperationLogScreen first={readLogState(await searchParams)} />
    </ClientMessages>
  );
}
