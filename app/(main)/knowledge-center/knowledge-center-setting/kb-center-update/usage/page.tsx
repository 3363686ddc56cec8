import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CenterUsageScreen } from "@/components/features/knowledge-operations/usage/usage-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("screens");
  return { title: t("knowledgeCenterKnowledgeCenterSettingKbCenterUpdateUsage") };
}

export default async function CenterUsagePage() {
  await requirePageActor(P.KB_CENTER);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge", "knowledge-operations-usage"]}>
      <CenterUsageScreen />
    </ClientMessages>
  );
}
