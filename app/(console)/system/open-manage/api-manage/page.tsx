import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApiManageScreen } from "@/components/features/open-api/api-manage-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { keysAddress } from "@/lib/features/open-api/filter";
import { openApiOptions } from "@/lib/features/open-api/service/keys";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("open-api"))("title") };
}

export default async function ApiManagePage({ searchParams }: PageProps<"/system/open-manage/api-manage">) {
  const actor = await requirePageActor(P.OPEN_API);
  const params = await searchParams;
  return (
    <ClientMessages areas={["open-api", "errors", "validation"]}>
      <ApiManageScreen first={keysAddress.read(params)} options={await openApiOptions(actor)} />
    </ClientMessages>
  );
}
