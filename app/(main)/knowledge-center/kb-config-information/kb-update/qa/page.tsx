import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BaseQaScreen } from "@/components/features/knowledge/qa/qa-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { P } from "@/lib/permissions/codes";

const title = async () => (await getTranslations("screens"))("knowledgeCenterKbConfigInformationKbUpdateQa");

export async function generateMetadata(): Promise<Metadata> {
  return { title: await title() };
}

export default async function QaPage({
  searchParams,
}: PageProps<"/knowledge-center/kb-config-information/kb-update/qa">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  return (
    <ClientMessages areas={["nav", "errors", "validation", "knowledge", "knowledge-qa"]}>
      <BaseQaScreen key={base?.id} baseId={base?.id ?? null} title={await title()} />
    </ClientMessages>
  );
}
