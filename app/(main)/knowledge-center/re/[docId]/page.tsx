import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { ResegmentScreen } from "@/components/features/knowledge/segmentation/resegment-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { AppError } from "@/lib/errors/errors";
import { readFileWithBase } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterReItem") };
}

export default async function ResegmentPage({ params }: PageProps<"/knowledge-center/re/[docId]">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const { docId } = await params;
  if (!z.uuid().safeParse(docId).success) notFound();
  const { file, base, segmentation } = await readFileWithBase(actor, docId, "manage").catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") return notFound();
    throw error;
  });
  return (
    <ClientMessages areas={["nav", "errors", "knowledge", "knowledge-slices"]}>
      <ResegmentScreen file={file} base={base} current={segmentation} />
    </ClientMessages>
  );
}
