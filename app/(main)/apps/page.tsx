import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/common/empty-state";
import { AppsSidebar } from "@/components/features/apps/apps-frame";
import { ClientMessages } from "@/components/layout/messages";
import { TopBar } from "@/components/layout/top-bar";
import { requirePageActor } from "@/lib/auth/page";
import { placesOf } from "@/lib/features/apps/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("apps") };
}

/** Leads to the first place of apps this person may open; whoever may open none is told how an app is reached. */
export default async function AppsPage() {
  const actor = await requirePageActor(P.APPS);
  const [first] = placesOf(actor);
  if (first) redirect(`/apps/${first}`);
  const t = await getTranslations("apps-list");
  return (
    <ClientMessages areas={["apps-list"]}>
      <AppsSidebar currentId={null} />
      <TopBar title={t("title")} />
      <EmptyState title={t("noPlace")} description={t("noPlaceText")} />
    </ClientMessages>
  );
}
