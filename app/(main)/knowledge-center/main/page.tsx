import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KnowledgeChatScreen } from "@/components/features/knowledge/chat/chat-screen";
import { OfferedQuestions } from "@/components/features/knowledge-operations/recommended/offered-questions";
import { ClientMessages } from "@/components/layout/messages";
import { requirePageActor } from "@/lib/auth/page";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("knowledge-chat"))("title") };
}

/** The start page of the knowledge center: bases, a question, what was asked last. */
export default async function KnowledgeMainPage() {
  const actor = await requirePageActor(P.KB_CHAT);
  return (
    <ClientMessages
      areas={["nav", "chat", "errors", "knowledge", "knowledge-chat", "knowledge-operations", "validation"]}
    >
      <KnowledgeChatScreen options={await conversationOptions(actor)} offers={OfferedQuestions} />
    </ClientMessages>
  );
}
