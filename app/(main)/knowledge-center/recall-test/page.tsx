import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecallScreen } from "@/components/features/knowledge-operations/recall/recall-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { recallAddress } from "@/lib/features/knowledge-operations/recall-address";
import { P } from "@/lib/permissions/codes";

const title = async () => (await getTranslations("screens"))("knowledgeCenterRecallTest");

export async function generateMetadata(): Promise<Metadata> {
  return { title: await title() };
}

export default async function RecallTestPage({ searchParams }: PageProps<"/knowledge-center/recall-test">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const params = await searchParams;
  const base = await pageBase(actor, params.id, "manage");
  return (
    <ClientMessages
      areas={["nav", "errors", "validation", "knowledge", "knowledge-settings", "knowledge-operations-recall"]}
    >
      <RecallScreen
        key={base?.id}
        baseId={base?.id ?? null}
        title={await title()}
        address={recallAddress.read({ ...params, id: base?.id })}
      />
    </ClientMessages>
  );
}
