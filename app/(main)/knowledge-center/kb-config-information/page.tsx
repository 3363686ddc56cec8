import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ConfigChoice } from "@/components/features/knowledge/config-choice";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { dataSetHref } from "@/lib/features/knowledge/paths";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterKbConfigInformation") };
}

/** A base's first screen is its files. */
export default async function KbConfigInformationPage({
  searchParams,
}: PageProps<"/knowledge-center/kb-config-information">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  if (base) redirect(dataSetHref(base.id));
  const t = await getTranslations("screens");
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge"]}>
      <ConfigChoice title={t("knowledgeCenterKbConfigInformation")} />
    </ClientMessages>
  );
}
