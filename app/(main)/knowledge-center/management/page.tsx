import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ManagementScreen } from "@/components/features/knowledge/management/management-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { basesAddress } from "@/lib/features/knowledge/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterManagement") };
}

export default async function ManagementPage({ searchParams }: PageProps<"/knowledge-center/management">) {
  await requirePageActor(P.KB_MANAGE);
  return (
    <ClientMessages areas={["chat", "errors", "validation", "knowledge"]}>
      <ManagementScreen first={basesAddress.read(await searchParams)} />
    </ClientMessages>
  );
}
