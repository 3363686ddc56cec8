import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SharedConversation } from "@/components/chat/shared-conversation";
import { ChatScreen } from "@/components/features/chat/chat-screen";
import { ContinueShare } from "@/components/features/chat/continue-share";
import { SessionList } from "@/components/features/chat/session-list";
import { NewcomerGuide } from "@/components/features/personal/newcomer-guide";
import { SquarePart } from "@/components/features/prompts/square-part";
import { ClientMessages } from "@/components/layout/messages";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { requirePageActor } from "@/lib/auth/page";
import { loadConfig } from "@/lib/config/system-config";
import { findConversation, listOrCreate } from "@/lib/conversation/history";
import { sharedOrNull } from "@/lib/conversation/shares";
import { PERSONAL } from "@/lib/features/chat/conversation";
import { fileLimits } from "@/lib/features/chat/page";
import { chatModels, modelAccessHref } from "@/lib/features/chat/service/models";
import { openChat } from "@/lib/features/chat/service/settings";
import { chatVoice } from "@/lib/features/chat/service/voice";
import { readGuide } from "@/lib/features/personal/service/guide";
import { squareAddress } from "@/lib/features/prompts/filter";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata({ searchParams }: PageProps<"/personal/chat">): Promise<Metadata> {
  const t = await getTranslations("chat");
  return { title: t((await searchParams).view === "prompts" ? "promptSquare" : "title") };
}

const uuid = z.uuid().optional().catch(undefined);
const searchParamsSchema = z.object({ id: uuid, message: uuid, share: uuid });

type SearchParams = Awaited<PageProps<"/personal/chat">["searchParams"]>;

/** Messages the page brings along; earlier ones follow when they are scrolled to. */
const FIRST_MESSAGES = 40;

export default async function ChatPage({ searchParams }: PageProps<"/personal/chat">) {
  const actor = await requirePageActor(P.CHAT);
  const params = await searchParams;
  const { id, message, share } = searchParamsSchema.parse(params);
  if (params.share !== undefined) return <SharedPage id={share} />;
  if (params.view === "prompts") return <SquarePage params={params} id={id} />;
  const open = (chatId: string | undefined) => openChat(actor, chatId, { limit: FIRST_MESSAGES, around: message });
  // An id that is none opens nothing.
  const isNamed = params.id !== undefined;
  const [sessions, found, models, { reanswerMax }, limits, voice] = await Promise.all([
    listOrCreate(actor, PERSONAL),
    isNamed && id === undefined ? null : open(id),
    chatModels(actor),
    loadConfig("chatConfig"),
    fileLimits(),
    chatVoice(actor),
  ]);
  // On the first visit it was made only now.
  const opened = found ?? (isNamed ? null : await open(sessions[0]?.id));
  if (!opened) notFound();
  const { session, messages, settings, guidesLeft } = opened;
  const guide = messages.items.length === 0 ? await readGuide(actor, guidesLeft) : null;
  return (
    <ClientMessages areas={["chat", "errors"]}>
      <ChatScreen
        key={session.id}
        session={session}
        sessions={sessions}
        messages={messages}
        options={{ models, reanswerMax, voice, modelAccessHref: modelAccessHref(actor) }}
        settings={{ ...settings.person, ...settings.chat }}
        role={settings.role?.name ?? null}
        fileLimits={limits}
        target={message ?? null}
        guide={
          guide && (
            <ClientMessages areas={["personal-guide"]}>
              <NewcomerGuide guide={guide} />
            </ClientMessages>
          )
        }
      />
    </ClientMessages>
  );
}

/** The square of prompts, for the chat of an id or the first one. */
async function SquarePage({ params, id }: { params: SearchParams; id: string | undefined }) {
  const actor = await requirePageActor(P.CHAT);
  const sessions = await listOrCreate(actor, PERSONAL);
  const session = params.id === undefined ? sessions[0] : id && (await findConversation(actor, PERSONAL, id));
  if (!session) notFound();
  return (
    <ClientMessages areas={["chat", "prompts", "errors", "validation"]}>
      <SidebarArea>
        <SessionList initial={sessions} currentId={session.id} isSquare />
      </SidebarArea>
      <SquarePart
        sessionId={session.id}
        first={squareAddress.read(params)}
        hasDepartment={actor.departmentId !== null}
      />
    </ClientMessages>
  );
}

/** A chat somebody shared; a link that was taken back, ran out or never was leads to the 404 page. */
async function SharedPage({ id }: { id: string | undefined }) {
  const actor = await requirePageActor(P.CHAT);
  const [chat, sessions] = await Promise.all([sharedOrNull(actor, PERSONAL, id), listOrCreate(actor, PERSONAL)]);
  if (!chat) notFound();
  return (
    <ClientMessages areas={["chat", "errors"]}>
      <SidebarArea>
        <SessionList initial={sessions} currentId="" />
      </SidebarArea>
      <SharedConversation chat={chat}>
        <ContinueShare id={chat.id} />
      </SharedConversation>
    </ClientMessages>
  );
}
