import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { UpdateChoice } from "@/components/features/knowledge-operations/findings/findings-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { goodAnswersHref } from "@/lib/features/knowledge/paths";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterKbConfigInformationKbUpdate") };
}

/** The first screen of what a base learns from its use are its good answers. */
export default async function KbUpdatePage({
  searchParams,
}: PageProps<"/knowledge-center/kb-config-information/kb-update">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  if (base) redirect(goodAnswersHref(base.id));
  const t = await getTranslations("screens");
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge"]}>
      <UpdateChoice title={t("knowledgeCenterKbConfigInformationKbUpdate")} />
    </ClientMessages>
  );
}
