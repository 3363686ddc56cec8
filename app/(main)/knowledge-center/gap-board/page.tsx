import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GapBoardScreen } from "@/components/features/knowledge-operations/gaps/gap-board-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { gapAddress } from "@/lib/features/knowledge-operations/gap-filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterGapBoard") };
}

/** Gaps of a base, or without `?id=` of all the person looks after. */
export default async function GapBoardPage({ searchParams }: PageProps<"/knowledge-center/gap-board">) {
  await requirePageActor(P.KB_MANAGE, P.KB_CENTER);
  return (
    <ClientMessages areas={["errors", "validation", "knowledge", "knowledge-operations-gaps"]}>
      <GapBoardScreen first={gapAddress.read(await searchParams)} />
    </ClientMessages>
  );
}
