import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WorkbenchScreen } from "@/components/features/apps/workbench/workbench-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { workbenchAddress } from "@/lib/features/apps/filter";
import { placesOf } from "@/lib/features/apps/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsWorkbench") };
}

export default async function WorkbenchPage({ searchParams }: PageProps<"/apps/workbench">) {
  const actor = await requirePageActor(P.APPS_WORKBENCH);
  return (
    <ClientMessages areas={["apps-list", "errors", "validation"]}>
      <WorkbenchScreen places={placesOf(actor)} first={workbenchAddress.read(await searchParams)} />
    </ClientMessages>
  );
}
