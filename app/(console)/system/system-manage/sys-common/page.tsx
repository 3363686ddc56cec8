import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ToolAccessScreen } from "@/components/features/tools/tool-access-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { toolsAddress } from "@/lib/features/tools/filter";
import { listTools } from "@/lib/features/tools/service/tools";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("tools"))("title") };
}

export default async function ToolAccessPage({ searchParams }: PageProps<"/system/system-manage/sys-common">) {
  const actor = await requirePageActor(P.CONFIG_TOOLS);
  const filter = toolsAddress.read(await searchParams);
  return (
    <ClientMessages areas={["tools", "tools-search", "review", "apps", "errors", "validation"]}>
      <ToolAccessScreen tools={await listTools(actor)} filter={filter} />
    </ClientMessages>
  );
}
