import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BaseChatChoice } from "@/components/features/knowledge/chat/base-chat-choice";
import { CitedDocumentScreen } from "@/components/features/knowledge/chat/cited-document-screen";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { pagePreview } from "@/lib/features/knowledge/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("knowledge-chat"))("preview.title") };
}

/** A citation's document over the whole screen: of an own answer (`message`, `mark`), or a version by itself. */
export default async function CitedDocumentPage({ searchParams }: PageProps<"/knowledge-center/doc-preview">) {
  const actor = await requirePageActor(P.KB_MANAGE, P.KB_CHAT);
  const shown = await pagePreview(actor, await searchParams);
  if (shown === "missing") notFound();
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge", "knowledge-chat", "validation"]}>
      {shown ? <CitedDocumentScreen {...shown} /> : <BaseChatChoice />}
    </ClientMessages>
  );
}
