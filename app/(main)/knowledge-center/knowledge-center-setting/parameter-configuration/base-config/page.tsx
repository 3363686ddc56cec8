import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BaseConfigScreen } from "@/components/features/knowledge/center/screens";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("screens"))("knowledgeCenterKnowledgeCenterSettingParameterConfigurationBaseConfig"),
  };
}

export default async function BaseConfigPage() {
  await requirePageActor(P.KB_CENTER);
  return (
    <ClientMessages areas={["nav", "errors", "validation", "knowledge", "knowledge-center", "knowledge-slices"]}>
      <BaseConfigScreen />
    </ClientMessages>
  );
}
