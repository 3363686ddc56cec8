"use client";

import { MessageSquareQuote, SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationList } from "@/components/chat/history/conversation-list";
import { ShareButton } from "@/components/chat/history/share-button";
import { useHistoryTexts } from "@/components/chat/history/use-texts";
import { CollectButton } from "@/components/collected/collect-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { TextExportMenu } from "@/components/common/text-export-menu";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { IconButton } from "@/components/ui/icon-button";
import { downloadConversation } from "@/lib/conversation/client/hooks";
import { conversationsWith } from "@/lib/features/apps/conversation";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { appChatHref, editorHref, squareHref } from "@/lib/features/apps/paths";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { AppIcon } from "../app-icon";
import { AppsSidebar } from "../apps-frame";
import { VersionMenu } from "../version-menu";
import { AppTalk } from "./app-talk";

const FeedbackDialog = lazy(() => import("./feedback-dialog").then((module) => ({ default: module.FeedbackDialog })));

interface AppChatScreenProps {
  app: OpenAppDto;
  options: ConversationOptions;
  fileLimits: FileLimits;
}

/** Conversations with one app; without one in the address, the place where they begin. */
export function AppChatScreen({ app, options, fileLimits }: AppChatScreenProps) {
  const t = useTranslations("apps-chat");
  const router = useRouter();
  const asked = useSearchParams();
  const sessionId = asked.get("id");
  const target = asked.get("message");
  const [isSaying, setIsSaying] = useState(false);
  const area = conversationsWith({ id: app.id, kind: app.kind === "agent" ? "agent" : "assistant" });
  const bar = (
    <TopBar
      crumbs={[{ label: t("square"), href: squareHref }]}
      title={
        <span className="flex items-center gap-2">
          <AppIcon icon={app.icon} id={app.id} />
          <span className="truncate">{app.name}</span>
        </span>
      }
      meta={
        <>
          {app.isTrial && <Badge>{t("trial")}</Badge>}
          <VersionMenu app={app} />
        </>
      }
      actions={
        <>
          {sessionId && <ShareButton area={area} id={sessionId} />}
          {sessionId && <TextExportMenu onExport={(format) => downloadConversation(sessionId, format)} />}
          <CollectButton kind="app" refId={app.id} className="max-md:hidden" />
          <IconButton icon={MessageSquareQuote} label={t("feedback.open")} onClick={() => setIsSaying(true)} />
          {app.mayManage && (
            <Link href={editorHref(app.id)} prefetch={false} className={buttonClass()}>
              <SlidersHorizontal aria-hidden size={15} strokeWidth={1.75} />
              <span className="max-md:sr-only">{t("edit")}</span>
            </Link>
          )}
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
      <LazyBoundary onFailure={() => setIsSaying(false)}>
        {isSaying && <FeedbackDialog app={app} onClose={() => setIsSaying(false)} />}
      </LazyBoundary>
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
