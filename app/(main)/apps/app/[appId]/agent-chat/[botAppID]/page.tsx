import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SharedConversation } from "@/components/chat/shared-conversation";
import { AppPage } from "@/components/features/apps/app-page";
import { AppsSidebar } from "@/components/features/apps/apps-frame";
import { AppChatScreen } from "@/components/features/apps/chat/chat-screen";
import { ContinueShare } from "@/components/features/chat/continue-share";
import { ClientMessages } from "@/components/layout/messages";
import { hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { sharedOrNull } from "@/lib/conversation/shares";
import { ABOUT_APPS } from "@/lib/features/apps/conversation";
import { appHref } from "@/lib/features/apps/paths";
import { readAppChat } from "@/lib/features/apps/service/chats";
import { fileLimits } from "@/lib/features/chat/page";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsAppAgentChatItem") };
}

const TEXTS = ["apps-list", "apps-chat", "chat", "errors", "validation"] as const;
const uuid = z.uuid().optional().catch(undefined);

/** Conversations with an agent or an assistant; without `?id=` the place where they begin. */
export default async function AgentChatPage({
  params,
  searchParams,
}: PageProps<"/apps/app/[appId]/agent-chat/[botAppID]">) {
  const { appId } = await params;
  const { id, share } = await searchParams;
  if (share !== undefined) return <SharedPage id={uuid.parse(share)} />;
  return (
    <AppPage id={appId}>
      {async ({ actor, app }) => {
        if (app.kind !== "agent" && app.kind !== "assistant") redirect(appHref(appId));
        const sessionId = uuid.parse(id);
        // A conversation with another app, or of somebody else, is none here.
        if (id !== undefined && (!sessionId || !(await isWith(actor, sessionId, appId)))) notFound();
        return (
          <ClientMessages areas={TEXTS}>
            <AppChatScreen app={app} options={await conversationOptions(actor)} fileLimits={await fileLimits()} />
          </ClientMessages>
        );
      }}
    </AppPage>
  );
}

const isWith = (actor: Parameters<typeof readAppChat>[0], sessionId: string, appId: string) =>
  readAppChat(actor, sessionId).then(
    (chat) => chat.appId === appId,
    () => false,
  );

/** A conversation somebody shared, with the reader's own rights. */
async function SharedPage({ id }: { id: string | undefined }) {
  const actor = await requirePageActor(P.APPS);
  const chat = await sharedOrNull(actor, ABOUT_APPS, id);
  if (!chat) notFound();
  return (
    <ClientMessages areas={TEXTS}>
      <AppsSidebar currentId={null} />
      <SharedConversation chat={chat}>
        {hasPermission(actor, P.CHAT) && <ContinueShare id={chat.id} />}
      </SharedConversation>
    </ClientMessages>
  );
}
