"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationList } from "@/components/chat/history/conversation-list";
import { ShareButton } from "@/components/chat/history/share-button";
import { useHistoryTexts } from "@/components/chat/history/use-texts";
import { TextExportMenu } from "@/components/common/text-export-menu";
import { downloadConversation } from "@/lib/conversation/client/hooks";
import { conversationsWith } from "@/lib/features/apps/conversation";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { appChatHref } from "@/lib/features/apps/paths";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { AppActions, AppBar, AppMarks } from "../app-bar";
import { AppsSidebar } from "../apps-frame";
import { AppTalk } from "./app-talk";

interface AppChatScreenProps {
  app: OpenAppDto;
  options: ConversationOptions;
  fileLimits: FileLimits;
}

/** Conversations with one app; without one in the address, the place where they begin. */
export function AppChatScreen({ app, options, fileLimits }: AppChatScreenProps) {
  const router = useRouter();
  const asked = useSearchParams();
  const sessionId = asked.get("id");
  const target = asked.get("message");
  const area = conversationsWith({ id: app.id, kind: app.kind === "agent" ? "agent" : "assistant" });
  const bar = (
    <AppBar
      app={app}
      name={app.name}
      meta={<AppMarks app={app} />}
      actions={
        <>
          {sessionId && <ShareButton area={area} id={sessionId} />}
          {sessionId && <TextExportMenu onExport={(format) => downloadConversation(sessionId, format)} />}
          <AppActions app={app} />
        </>
      }
    />
  );
  return (
    <>
      <AppsSidebar currentId={app.id}>
        <History app={app} currentId={sessionId} />
      </AppsSidebar>
      <AppTalk
        app={app}
        options={options}
        fileLimits={fileLimits}
        sessionId={sessionId}
        target={target}
        onSession={(id) => router.push(appChatHref(app.id, id))}
        bar={bar}
      />
    </>
  );
}

function History({ app, currentId }: { app: OpenAppDto; currentId: string | null }) {
  const t = useTranslations("apps-chat.history");
  const router = useRouter();
  return (
    <ConversationList
      area={conversationsWith({ id: app.id, kind: app.kind === "agent" ? "agent" : "assistant" })}
      texts={useHistoryTexts(t, t("untitled"))}
      currentId={currentId ?? ""}
      onCreate={() => router.push(appChatHref(app.id))}
    />
  );
}
