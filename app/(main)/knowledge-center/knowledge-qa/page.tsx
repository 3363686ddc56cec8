import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SharedConversation } from "@/components/chat/shared-conversation";
import { ContinueShare } from "@/components/features/chat/continue-share";
import { KnowledgeChatScreen } from "@/components/features/knowledge/chat/chat-screen";
import { KnowledgeSidebar } from "@/components/features/knowledge/knowledge-sidebar";
import { ClientMessages } from "@/components/layout/messages";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { sharedOrNull } from "@/lib/conversation/shares";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { pageChat } from "@/lib/features/knowledge/page";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("knowledge-chat"))("title") };
}

const uuid = z.uuid().optional().catch(undefined);

/** A conversation with knowledge bases; without `?session=` the place where they begin. */
export default async function KnowledgeQuestionPage({ searchParams }: PageProps<"/knowledge-center/knowledge-qa">) {
  const actor = await requirePageActor(P.KB_CHAT);
  const { share, session } = await searchParams;
  if (share !== undefined) return <SharedPage actor={actor} id={uuid.parse(share)} />;
  await pageChat(actor, session);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge", "knowledge-chat", "validation"]}>
      <KnowledgeChatScreen options={await conversationOptions(actor)} />
    </ClientMessages>
  );
}

/** A conversation somebody shared, with the reader's own rights; a link that leads nowhere leads to the 404 page. */
async function SharedPage({ actor, id }: { actor: Actor; id: string | undefined }) {
  const chat = await sharedOrNull(actor, ABOUT_KNOWLEDGE, id);
  if (!chat) notFound();
  return (
    <ClientMessages areas={["nav", "chat", "errors", "knowledge", "knowledge-chat", "validation"]}>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <SharedConversation chat={chat}>
        {hasPermission(actor, P.CHAT) && <ContinueShare id={chat.id} />}
      </SharedConversation>
    </ClientMessages>
  );
}
