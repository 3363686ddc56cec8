import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HandScreen } from "@/components/features/tools/own/hand-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { ownToolsAddress } from "@/lib/features/tools/own-address";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsAddApiTool") };
}

export default async function AddApiToolPage({ searchParams }: PageProps<"/apps/add-api-tool">) {
  await requirePageActor(P.APPS_WORKBENCH);
  return (
    <ClientMessages areas={["tools", "tools-own", "errors", "validation"]}>
      <HandScreen id={ownToolsAddress.read(await searchParams).id} />
    </ClientMessages>
  );
}
