import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CollectedScreen } from "@/components/features/personal/collected/collected-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("userCollected") };
}

export default async function UserCollectedPage() {
  await requirePageActor(P.USER);
  return (
    <ClientMessages areas={["chat", "personal", "collectables", "validation"]}>
      <CollectedScreen />
    </ClientMessages>
  );
}
