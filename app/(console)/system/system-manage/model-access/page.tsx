import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ModelAccessScreen } from "@/components/features/models/model-access-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { modelsAddress } from "@/lib/features/models/filter";
import { listModels } from "@/lib/features/models/service/models";
import { listSuppliers } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";
import { ROUTES } from "@/lib/permissions/routes";

const GATEWAY = "/system/gateway/model-supplier";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("models"))("title") };
}

export default async function ModelAccessPage({ searchParams }: PageProps<"/system/system-manage/model-access">) {
  const actor = await requirePageActor(P.CONFIG_MODELS);
  const filter = modelsAddress.read(await searchParams);
  const gateway = ROUTES.find(({ path }) => path === GATEWAY);
  const gatewayHref = gateway?.ready && hasPermission(actor, P.GATEWAY) ? GATEWAY : null;
  const [suppliers, models] = await Promise.all([listSuppliers(actor), listModels(actor)]);
  return (
    <ClientMessages areas={["models", "models-list", "modelUses", "errors", "validation"]}>
      <ModelAccessScreen suppliers={suppliers} models={models} filter={filter} gatewayHref={gatewayHref} />
    </ClientMessages>
  );
}
