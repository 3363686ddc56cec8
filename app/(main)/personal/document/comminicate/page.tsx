import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocumentChatScreen } from "@/components/features/documents/chat/document-chat-screen";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { loadConfig } from "@/lib/config/system-config";
import { chatModels } from "@/lib/features/chat/service/models";
import { chatVoice } from "@/lib/features/chat/service/voice";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents"))("chats.heading") };
}

/** Conversations about documents. The address is spelled as the specification spells it. */
export default async function DocumentChatPage() {
  const actor = await requirePageActor(P.DOCUMENT);
  const [models, { reanswerMax }, voice] = await Promise.all([
    chatModels(actor),
    loadConfig("chatConfig"),
    chatVoice(actor),
  ]);
  return (
    <ClientMessages areas={["nav", "chat", "errors", "documents", "validation"]}>
      <DocumentChatScreen
        models={models}
        reanswerMax={reanswerMax}
        voice={voice}
        modelAccessHref={hasPermission(actor, P.CONFIG_MODELS) ? "/system/system-manage/model-access" : null}
      />
    </ClientMessages>
  );
}
