import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { VisibilityScreen } from "@/components/features/knowledge/visibility/visibility-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterVisibility") };
}

export default async function VisibilityPage({ searchParams }: PageProps<"/knowledge-center/visibility">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  return (
    <ClientMessages areas={["chat", "errors", "validation", "knowledge"]}>
      <VisibilityScreen baseId={base?.id ?? null} />
    </ClientMessages>
  );
}
