import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SharedConversation } from "@/components/chat/shared-conversation";
import { ContinueShare } from "@/components/features/chat/continue-share";
import { DocumentChatScreen } from "@/components/features/documents/chat/document-chat-screen";
import { DocumentsSidebar } from "@/components/features/documents/documents-sidebar";
import { ClientMessages } from "@/components/layout/messages";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { sharedOrNull } from "@/lib/conversation/shares";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/conversation";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents"))("chats.heading") };
}

const uuid = z.uuid().optional().catch(undefined);

/** Conversations about documents. The address is spelled as the specification spells it. */
export default async function DocumentChatPage({ searchParams }: PageProps<"/personal/document/comminicate">) {
  const actor = await requirePageActor(P.DOCUMENT);
  const { share } = await searchParams;
  if (share !== undefined) return <SharedPage actor={actor} id={uuid.parse(share)} />;
  const options = await conversationOptions(actor);
  return (
    <ClientMessages areas={["chat", "errors", "documents", "validation"]}>
      <DocumentChatScreen {...options} />
    </ClientMessages>
  );
}

/** A conversation somebody shared; a link that was taken back, ran out or never was leads to the 404 page. */
async function SharedPage({ actor, id }: { actor: Actor; id: string | undefined }) {
  const chat = await sharedOrNull(actor, ABOUT_DOCUMENTS, id);
  if (!chat) notFound();
  return (
    <ClientMessages areas={["chat", "errors", "documents"]}>
      <DocumentsSidebar folder={null} chatId={null} />
      <SharedConversation chat={chat}>
        {hasPermission(actor, P.CHAT) && <ContinueShare id={chat.id} />}
      </SharedConversation>
    </ClientMessages>
  );
}
