import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CenterParameterScreen } from "@/components/features/knowledge/center/screens";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("screens"))(
      "knowledgeCenterKnowledgeCenterSettingParameterConfigurationCenterParameter",
    ),
  };
}

export default async function CenterParameterPage() {
  await requirePageActor(P.KB_CENTER);
  return (
    <ClientMessages areas={["nav", "errors", "validation", "knowledge", "knowledge-center"]}>
      <CenterParameterScreen />
    </ClientMessages>
  );
}
