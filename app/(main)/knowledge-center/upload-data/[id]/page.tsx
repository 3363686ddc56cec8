import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { UploadScreen } from "@/components/features/knowledge/files/upload-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { loadConfig } from "@/lib/config/system-config";
import { pageBase } from "@/lib/features/knowledge/page";
import { folderPath } from "@/lib/features/knowledge/schema";
import { readBaseSegmentation } from "@/lib/features/knowledge/service/resegment";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterUploadDataItem") };
}

export default async function UploadDataPage({
  params,
  searchParams,
}: PageProps<"/knowledge-center/upload-data/[id]">) {
  const actor = await requirePageActor(P.KB_MANAGE);
  const base = await pageBase(actor, (await params).id, "manage");
  if (!base) notFound();
  const { filesPerUpload, fileMb } = await loadConfig("knowledgeLimits");
  const folder = folderPath.safeParse((await searchParams).folder ?? "");
  return (
    <ClientMessages areas={["nav", "errors", "validation", "ingestion", "knowledge", "knowledge-files"]}>
      <UploadScreen
        key={base.id}
        base={base}
        usual={await readBaseSegmentation(actor, base.id)}
        folder={folder.success ? folder.data : ""}
        limits={{ filesMax: filesPerUpload, sizeMax: fileMb * 1024 ** 2 }}
      />
    </ClientMessages>
  );
}
