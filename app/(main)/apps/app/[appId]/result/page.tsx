import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SharedConversation } from "@/components/chat/shared-conversation";
import { AppPage } from "@/components/features/apps/app-page";
import { AppsSidebar } from "@/components/features/apps/apps-frame";
import { ResultScreen } from "@/components/features/apps/result/result-screen";
import { FlowScreen } from "@/components/features/apps/runs/flow-screen";
import { ClientMessages } from "@/components/layout/messages";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { requirePageActor } from "@/lib/auth/page";
import { sharedOrNull } from "@/lib/conversation/shares";
import { ABOUT_APPS } from "@/lib/features/apps/conversation";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { flowRun } from "@/lib/features/apps/page";
import { appHref } from "@/lib/features/apps/paths";
import { readAppChat } from "@/lib/features/apps/service/chats";
import { fileLimits } from "@/lib/features/chat/page";
import { conversationOptions } from "@/lib/features/chat/service/options";
import { P } from "@/lib/permissions/codes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("screens"))("appsAppResult") };
}

const TEXTS = ["apps-list", "apps-chat", "chat", "errors", "validation"] as const;
const uuid = z.uuid().optional().catch(undefined);

/** What an app that writes wrote, and runs of a workflow; without `?run=` its form alone. */
export default async function ResultPage({ params, searchParams }: PageProps<"/apps/app/[appId]/result">) {
  const { appId } = await params;
  const { run, share } = await searchParams;
  if (share !== undefined) {
    const actor = await requirePageActor(P.APPS);
    const chat = await sharedOrNull(actor, ABOUT_APPS, uuid.parse(share));
    if (!chat) notFound();
    return (
      <ClientMessages areas={TEXTS}>
        <AppsSidebar currentId={null} />
        <SharedConversation chat={chat} />
      </ClientMessages>
    );
  }
  const runId = uuid.parse(run);
  if (runId) {
    const actor = await requirePageActor(P.APPS);
    const flow = await flowRun(actor, appId, runId);
    if (flow) return <FlowPage actor={actor} appId={appId} {...flow} />;
  }
  return (
    <AppPage id={appId}>
      {async ({ actor, app }) => {
        if (app.kind === "workflow") {
          // A run of another app, or of somebody else, is none here.
          if (run !== undefined) notFound();
          return <FlowPage actor={actor} app={app} appId={appId} appName={app.name} isAsked={false} />;
        }
        if (app.kind !== "generation") redirect(appHref(appId));
        if (run !== undefined) {
          const chat = runId ? await readAppChat(actor, runId).catch(() => null) : null;
          if (chat?.appId !== appId) notFound();
        }
        return (
          <ClientMessages areas={TEXTS}>
            <ResultScreen app={app} options={await conversationOptions(actor)} />
          </ClientMessages>
        );
      }}
    </AppPage>
  );
}

interface FlowPageProps {
  actor: Actor;
  app: OpenAppDto | null;
  appId: string;
  appName: string;
  isAsked: boolean;
}

async function FlowPage({ actor, ...shown }: FlowPageProps) {
  return (
    <ClientMessages areas={[...TEXTS, "apps-runs", "apps-flow"]}>
      <FlowScreen {...shown} fileLimits={await fileLimits()} mayFindPeople={hasPermission(actor, P.APPS_WORKBENCH)} />
    </ClientMessages>
  );
}
