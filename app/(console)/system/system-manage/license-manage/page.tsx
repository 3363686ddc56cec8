import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LicenceScreen } from "@/components/features/licence/licence-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readLicence } from "@/lib/features/licence/service";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("licence"))("title") };
}

export default async function LicencePage() {
  const actor = await requirePageActor(P.CONFIG_LICENSE);
  return (
    <ClientMessages areas={["licence", "errors", "validation"]}>
      <LicenceScreen first={await readLicence(actor)} />
    </ClientMessages>
  );
}
