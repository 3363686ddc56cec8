import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AnalysisScreen } from "@/components/features/documents/library/analysis-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents"))("title") };
}

export default async function DocumentAnalysisPage() {
  await requirePageActor(P.DOCUMENT);
  return (
    <ClientMessages areas={["chat", "errors", "ingestion", "parsing", "documents"]}>
      <AnalysisScreen />
    </ClientMessages>
  );
}
