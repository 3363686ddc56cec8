import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecommendedScreen } from "@/components/features/knowledge-operations/recommended/recommended-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("screens");
  return { title: t("knowledgeCenterKnowledgeCenterSettingRecommendedQuestion") };
}

/** Questions the knowledge center recommends. */
export default async function RecommendedQuestionPage() {
  await requirePageActor(P.KB_CENTER);
  return (
    <ClientMessages areas={["errors", "validation", "knowledge", "knowledge-operations-gaps"]}>
      <RecommendedScreen />
    </ClientMessages>
  );
}
