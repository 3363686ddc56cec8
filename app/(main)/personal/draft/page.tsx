import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { DrawingScreen } from "@/components/features/drawing/drawing-screen";
import { SharedPicture } from "@/components/features/drawing/shared-picture";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { sharedOrNull } from "@/lib/features/drawing/service/shares";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("drawing"))("title") };
}

const share = z.uuid().optional().catch(undefined);

export default async function DrawingPage({ searchParams }: PageProps<"/personal/draft">) {
  const actor = await requirePageActor(P.PAINTING);
  const params = await searchParams;
  if (params.share !== undefined) {
    const picture = await sharedOrNull(actor, share.parse(params.share));
    if (!picture) notFound();
    return (
      <ClientMessages areas={["drawing", "errors", "validation"]}>
        <SharedPicture picture={picture} />
      </ClientMessages>
    );
  }
  return (
    <ClientMessages areas={["drawing", "errors", "validation"]}>
      <DrawingScreen mayConnect={hasPermission(actor, P.CONFIG_MODELS)} />
    </ClientMessages>
  );
}
