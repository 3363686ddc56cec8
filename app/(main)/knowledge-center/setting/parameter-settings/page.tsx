import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ParametersScreen } from "@/components/features/knowledge-operations/parameters/parameters-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { pageBase } from "@/lib/features/knowledge/page";
import { P } from "@/lib/permissions/codes";

const title = async () => (await getTranslations("screens"))("knowledgeCenterSettingParameterSettings");

export async function generateMetadata(): Promise<Metadata> {
  return { title: await title() };
}

/** Of the base `?id=` names; without one, of the center for those who manage it. */
export default async function ParameterSettingsPage({
  searchParams,
}: PageProps<"/knowledge-center/setting/parameter-settings">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await searchParams).id, "manage");
  return (
    <ClientMessages
      areas={["nav", "errors", "validation", "knowledge", "knowledge-settings", "knowledge-operations-tests"]}
    >
      <ParametersScreen
        key={base?.id}
        baseId={base?.id ?? null}
        title={await title()}
        managesCenter={hasPermission(actor, P.KB_CENTER)}
      />
    </ClientMessages>
  );
}
