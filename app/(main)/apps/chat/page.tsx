import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import { requirePageActor } from "@/lib/auth/page";
import { talks } from "@/lib/config/app-kinds";
import { hrefIn } from "@/lib/conversation/areas";
import { conversationsWith } from "@/lib/features/apps/conversation";
import { findChatApp } from "@/lib/features/apps/service/chats";
import { P } from "@/lib/permissions/codes";

const id = z.uuid().catch("");

/** Leads from a conversation to the app it is with; where both are gone, or somebody else's, to the 404 page. */
export default async function AppConversationPage({ searchParams }: PageProps<"/apps/chat">) {
  const actor = await requirePageActor(P.APPS);
  const asked = await searchParams;
  const sessionId = id.parse(asked.id);
  const app = sessionId ? await findChatApp(actor, sessionId) : null;
  if (!app || !talks(app.kind)) notFound();
  const message = id.parse(asked.message) || undefined;
  redirect(hrefIn(conversationsWith({ id: app.id, kind: app.kind }), sessionId, message));
}
