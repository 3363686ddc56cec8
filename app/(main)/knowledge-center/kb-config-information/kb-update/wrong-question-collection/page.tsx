import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BaseFindingsScreen } from "@/components/features/knowledge-operations/findings/findings-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { P } from "@/lib/permissions/codes";

const title = async () =>
  (await getTranslations("screens"))("knowledgeCenterKbConfigInformationKbUpdateWrongQuestionCollection");

export async function generateMetadata(): Promise<Metadata> {
  return { title: await title() };
}

export default async function WrongQuestionCollectionPage({
  searchParams,
}: PageProps<"/knowledge-center/kb-config-information/kb-update/wrong-question-collection">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  return (
    <ClientMessages areas={["nav", "chat", "errors", "validation", "knowledge", "knowledge-operations-usage"]}>
      <BaseFindingsScreen
        key={base?.id}
        kind="wrong"
        baseId={base?.id ?? null}
        viewerId={actor.id}
        title={await title()}
      />
    </ClientMessages>
  );
}
