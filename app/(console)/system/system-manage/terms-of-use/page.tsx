import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TermsScreen } from "@/components/features/terms/terms-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readTermsState } from "@/lib/features/terms/address";
import { termsOverview } from "@/lib/features/terms/service/versions";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("terms"))("title") };
}

export default async function TermsPage({ searchParams }: PageProps<"/system/system-manage/terms-of-use">) {
  const actor = await requirePageActor(P.CONFIG_TERMS);
  const state = readTermsState(await searchParams);
  return (
    <ClientMessages areas={["terms", "errors", "validation"]}>
      <TermsScreen first={await termsOverview(actor)} state={state} />
    </ClientMessages>
  );
}
