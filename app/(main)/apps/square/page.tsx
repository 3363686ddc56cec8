import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SquareScreen } from "@/components/features/apps/square/square-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { squareAddress } from "@/lib/features/apps/filter";
import { placesOf } from "@/lib/features/apps/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsSquare") };
}

export default async function SquarePage({ searchParams }: PageProps<"/apps/square">) {
  const actor = await requirePageActor(P.APPS_SQUARE);
  return (
    <ClientMessages areas={["apps-list", "errors", "validation"]}>
      <SquareScreen place="square" places={placesOf(actor)} first={squareAddress.read(await searchParams)} />
    </ClientMessages>
  );
}
