import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { FilePreviewScreen } from "@/components/features/knowledge/preview/file-preview-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { AppError } from "@/lib/errors/errors";
import { readPreviewed } from "@/lib/features/knowledge/service/versions";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterKbDocPreviewItem") };
}

export default async function FilePreviewPage({
  params,
  searchParams,
}: PageProps<"/knowledge-center/kb-doc-preview/[fileId]">) {
  const actor = await requirePageActor(P.KB_MANAGE, P.KB_CHAT);
  const [{ fileId }, { compare, at }] = [await params, await searchParams];
  const place = z.coerce.number().int().min(0).safeParse(at).data;
  if (!z.uuid().safeParse(fileId).success) notFound();
  const { file, base, encoding } = await readPreviewed(actor, fileId).catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") return notFound();
    throw error;
  });
  return (
    <ClientMessages areas={["nav", "errors", "chat", "knowledge", "knowledge-slices"]}>
      <FilePreviewScreen file={file} base={base} encoding={encoding} compares={compare === "1"} at={place} />
    </ClientMessages>
  );
}
