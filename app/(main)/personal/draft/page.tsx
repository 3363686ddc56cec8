import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DrawingScreen } from "@/components/features/drawing/drawing-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("drawing"))("title") };
}

export default async function DrawingPage() {
  const actor = await requirePageActor(P.PAINTING);
  return (
    <ClientMessages areas={["drawing", "errors", "validation"]}>
      <DrawingScreen mayConnect={hasPermission(actor, P.CONFIG_MODELS)} />
    </ClientMessages>
  );
}
