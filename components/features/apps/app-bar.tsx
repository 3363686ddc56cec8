"use client";

import { MessageSquareQuote, SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useState } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { IconButton } from "@/components/ui/icon-button";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { editorHref, squareHref } from "@/lib/features/apps/paths";
import { AppIcon } from "./app-icon";
import { VersionMenu } from "./version-menu";

const FeedbackDialog = lazy(() =>
  import("./chat/feedback-dialog").then((module) => ({ default: module.FeedbackDialog })),
);

interface AppBarProps {
  /** Without the app its name alone is known. */
  app: Pick<OpenAppDto, "id" | "icon"> | null;
  name: string;
  meta?: ReactNode;
  actions?: ReactNode;
}

/** The line above an app's screens: its mark and name, and the way back to the square. */
export function AppBar({ app, name, meta, actions }: AppBarProps) {
  const t = useTranslations("apps-chat");
  return (
    <TopBar
      crumbs={[{ label: t("square"), href: squareHref }]}
      title={
        <span className="flex items-center gap-2">
          {app && <AppIcon icon={app.icon} id={app.id} />}
          <span className="truncate">{name}</span>
        </span>
      }
      meta={meta}
      actions={actions}
    />
  );
}

/** Whether an app is tried before it is there for everybody, and in which version its user has it. */
export function AppMarks({ app }: { app: OpenAppDto }) {
  const t = useTranslations("apps-chat");
  return (
    <>
      {app.isTrial && <Badge>{t("trial")}</Badge>}
      <VersionMenu app={app} />
    </>
  );
}

/** What a reader does with an app: keeps it, says something about it and, where it is theirs, changes it. */
export function AppActions({ app }: { app: OpenAppDto }) {
  const t = useTranslations("apps-chat");
  const [isSaying, setIsSaying] = useState(false);
  return (
    <>
      <CollectButton kind="app" refId={app.id} className="max-md:hidden" />
      <IconButton icon={MessageSquareQuote} label={t("feedback.open")} onClick={() => setIsSaying(true)} />
      {app.mayManage && (
        <Link href={editorHref(app.id)} prefetch={false} className={buttonClass()}>
          <SlidersHorizontal aria-hidden size={15} strokeWidth={1.75} />
          <span className="max-md:sr-only">{t("edit")}</span>
        </Link>
      )}
      <LazyBoundary onFailure={() => setIsSaying(false)}>
        {isSaying && <FeedbackDialog app={app} onClose={() => setIsSaying(false)} />}
      </LazyBoundary>
    </>
  );
}
