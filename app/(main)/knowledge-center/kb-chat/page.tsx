import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BaseChatChoice } from "@/components/features/knowledge/chat/base-chat-choice";
import { KnowledgeChatScreen } from "@/components/features/knowledge/chat/chat-screen";
import { OfferedQuestions } from "@/components/features/knowledge-operations/recommended/offered-questions";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { pageBase } from "@/lib/features/knowledge/page";
import { dataSetHref } from "@/lib/features/knowledge/paths";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("knowledgeCenterKbChat") };
}

/** A conversation with one base; without `?id=` the choice of it. Who only manages bases sees its files. */
export default async function BaseChatPage({ searchParams }: PageProps<"/knowledge-center/kb-chat">) {
  const actor = await requirePageActor(P.KB_MANAGE, P.KB_CHAT);
  const { id } = await searchParams;
  const base = await pageBase(actor, id);
  if (!hasPermission(actor, P.KB_CHAT)) redirect(dataSetHref(base?.id));
  return (
    <ClientMessages
      areas={["nav", "chat", "errors", "knowledge", "knowledge-chat", "knowledge-operations", "validation"]}
    >
      {base ? (
        <KnowledgeChatScreen
          options={await conversationOptions(actor)}
          base={{ id: base.id, name: base.name, icon: base.icon }}
          offers={OfferedQuestions}
        />
      ) : (
        <BaseChatChoice />
      )}
    </ClientMessages>
  );
}
