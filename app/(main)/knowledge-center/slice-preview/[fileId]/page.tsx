import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SlicesScreen } from "@/components/features/knowledge/slices/slices-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { AppError } from "@/lib/errors/errors";
import { readFile } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterSlicePreviewItem") };
}

const opened = z.object({ slice: z.uuid(), edit: z.literal("1").optional() });

export default async function SlicePreviewPage({
  params,
  searchParams,
}: PageProps<"/knowledge-center/slice-preview/[fileId]">) {
  const actor = await requirePageActor(P.KB_MANAGE, P.KB_CHAT);
  const { fileId } = await params;
  const { data } = opened.safeParse(await searchParams);
  if (!z.uuid().safeParse(fileId).success) notFound();
  await readFile(actor, fileId).catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") return notFound();
    throw error;
  });
  return (
    <ClientMessages areas={["nav", "errors", "knowledge", "knowledge-slices"]}>
      <SlicesScreen fileId={fileId} opened={data && { id: data.slice, edits: data.edit !== undefined }} />
    </ClientMessages>
  );
}
