import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CenterFindingsScreen } from "@/components/features/knowledge-operations/findings/findings-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("screens");
  return { title: t("knowledgeCenterKnowledgeCenterSettingKbCenterUpdateCenterWrongQuestionCollection") };
}

export default async function CenterWrongQuestionCollectionPage() {
  const actor = await requirePageActor(P.KB_CENTER);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "validation", "knowledge", "knowledge-operations-usage"]}>
      <CenterFindingsScreen kind="wrong" viewerId={actor.id} />
    </ClientMessages>
  );
}
