import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { KnowledgeHistoryScreen } from "@/components/features/knowledge/chat/history-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { historyAddress } from "@/lib/conversation/client/history-address";
import { managementHref } from "@/lib/features/knowledge/paths";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("knowledge-chat"))("history.title") };
}

/** Own conversations with bases; who only manages bases has none. */
export default async function KnowledgeHistoryPage({ searchParams }: PageProps<"/knowledge-center/chat-history">) {
  const actor = await requirePageActor(P.KB_MANAGE, P.KB_CHAT);
  if (!hasPermission(actor, P.KB_CHAT)) redirect(managementHref);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge", "knowledge-chat", "validation"]}>
      <KnowledgeHistoryScreen asked={historyAddress.read(await searchParams)} />
    </ClientMessages>
  );
}
