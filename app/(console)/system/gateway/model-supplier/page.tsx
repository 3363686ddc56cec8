import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GatewayScreen } from "@/components/features/gateway/gateway-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { readState } from "@/lib/features/gateway/state";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("gateway"))("title") };
}

export default async function ModelSupplierPage({ searchParams }: PageProps<"/system/gateway/model-supplier">) {
  const actor = await requirePageActor(P.GATEWAY);
  return (
    <ClientMessages areas={["gateway", "apps", "models-list", "errors", "validation"]}>
      <GatewayScreen state={readState(await searchParams)} mayImport={hasPermission(actor, P.CONFIG_MODELS)} />
    </ClientMessages>
  );
}
