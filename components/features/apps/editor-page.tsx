import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ClientMessages } from "@/components/layout/messages";
import type { Actor } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { editedApp } from "@/lib/features/apps/page";
import { listingHref } from "@/lib/features/apps/paths";
import { fileLimits } from "@/lib/features/chat/page";
import { P } from "@/lib/permissions/codes";
import { EditorScreen, type Tab } from "./editor/editor-screen";
import { ToolScreen } from "./editor/tool-screen";

const AREAS = ["apps-list", "apps-chat", "apps-editor", "chat", "chat-more", "errors", "validation"] as const;

interface EditorPageProps {
  id: string;
  tab: Tab;
  /** What conversations offer this person. */
  optionsOf: (actor: Actor) => Promise<ConversationOptions>;
}

/** A page of the editor; an app that is gone, or not theirs to change, leads to the 404 page. */
export async function EditorPage({ id, tab, optionsOf }: EditorPageProps) {
  const actor = await requirePageActor(P.APPS_WORKBENCH);
  const first = z.uuid().safeParse(id).success ? await editedApp(actor, id) : null;
  if (!first) notFound();
  const { app, draft } = first;
  if (!draft) {
    if (tab !== "square") redirect(listingHref(id));
    return (
      <ClientMessages areas={["apps-list", "apps-editor", "errors", "validation"]}>
        <ToolScreen first={app} />
      </ClientMessages>
    );
  }
  return (
    <ClientMessages areas={[...AREAS, ...(app.kind === "workflow" ? (["apps-flow"] as const) : [])]}>
      <EditorScreen
        id={id}
        first={{ app, draft }}
        tab={tab}
        options={await optionsOf(actor)}
        fileLimits={await fileLimits()}
      />
    </ClientMessages>
  );
}
