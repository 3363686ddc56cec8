import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CenterQaScreen } from "@/components/features/knowledge/qa/qa-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("screens");
  return { title: t("knowledgeCenterKnowledgeCenterSettingKbCenterUpdateCenterQa") };
}

export default async function CenterQaPage() {
  await requirePageActor(P.KB_CENTER);
  return (
    <ClientMessages areas={["nav", "errors", "validation", "knowledge", "knowledge-qa"]}>
      <CenterQaScreen />
    </ClientMessages>
  );
}
