import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfigurationScreen } from "@/components/features/configuration/configuration-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { readBasic } from "@/lib/features/configuration/service/basic";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("configuration"))("title") };
}

export default async function BasicConfigPage({ searchParams }: PageProps<"/system/system-manage/base-config-config">) {
  const actor = await requirePageActor(P.CONFIG_BASIC);
  return (
    <ClientMessages areas={["configuration", "auth", "errors", "validation"]}>
      <ConfigurationScreen
        tab={(await searchParams).tab === "backups" ? "backups" : "form"}
        first={await readBasic(actor)}
        isAdministrator={actor.isAdministrator}
      />
    </ClientMessages>
  );
}
