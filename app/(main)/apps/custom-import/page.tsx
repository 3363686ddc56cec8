import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportScreen } from "@/components/features/tools/own/import-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { ownToolsAddress } from "@/lib/features/tools/own-address";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsCustomImport") };
}

export default async function CustomImportPage({ searchParams }: PageProps<"/apps/custom-import">) {
  await requirePageActor(P.APPS_WORKBENCH);
  return (
    <ClientMessages areas={["tools", "tools-own", "errors", "validation"]}>
      <ImportScreen id={ownToolsAddress.read(await searchParams).id} />
    </ClientMessages>
  );
}
