import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BackupsScreen } from "@/components/features/knowledge-operations/parameters/backups-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { P } from "@/lib/permissions/codes";

const title = async () => (await getTranslations("screens"))("knowledgeCenterSettingParameterBackUp");

export async function generateMetadata(): Promise<Metadata> {
  return { title: await title() };
}

/** Of the base `?id=` names; without one, of the center for those who manage it. */
export default async function ParameterBackUpPage({
  searchParams,
}: PageProps<"/knowledge-center/setting/parameter-back-up">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  return (
    <ClientMessages
      areas={["nav", "errors", "validation", "knowledge", "knowledge-settings", "knowledge-operations-tests"]}
    >
      <BackupsScreen
        key={base?.id}
        baseId={base?.id ?? null}
        title={await title()}
        managesCenter={hasPermission(actor, P.KB_CENTER)}
      />
    </ClientMessages>
  );
}
