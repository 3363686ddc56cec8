"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { ChatSessionDto } from "@/lib/features/chat/dto";
import type { SessionCommands } from "./use-session-commands";

const load = () => import("./session-menu").then((module) => ({ default: module.SessionMenu }));
const SessionMenu = lazy(load);

interface SessionRowProps {
  session: ChatSessionDto;
  isCurrent: boolean;
  canRemove: boolean;
  commands: SessionCommands;
}

export function SessionRow({ session, isCurrent, canRemove, commands }: SessionRowProps) {
  const t = useTranslations("chat");
  const [wanted, setWanted] = useState(false);
  const title = session.title || t("untitled");
  const trigger = (onClick?: () => void): ReactElement => (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t("sessions.more", { title })}
      onClick={onClick}
      onPointerEnter={load}
      onFocus={load}
      className={cn(
        "absolute right-1 grid size-6 place-items-center rounded-sm text-fg-3 hover:bg-pressed hover:text-fg data-[state=open]:bg-pressed pointer-coarse:size-11",
        !isCurrent && "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100",
      )}
    >
      <Ellipsis aria-hidden size={14} />
    </button>
  );
  return (
    <div className="group relative flex items-center">
      <Link
        href={`/personal/chat?id=${session.id}`}
        prefetch={false}
        aria-current={isCurrent ? "page" : undefined}
        className={cn(
          "flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm pl-2 pr-8 text-sm transition-colors duration-(--dur-fast) pointer-coarse:h-11",
          isCurrent
            ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
            : "text-fg-2 hover:bg-muted",
        )}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {session.running && !isCurrent && (
          <span className="shrink-0 text-fg-3">
            <Spinner size={12} />
            <span className="sr-only">{t("sessions.running")}</span>
          </span>
        )}
      </Link>
      {wanted ? (
        <Suspense fallback={trigger()}>
          <SessionMenu trigger={trigger()} session={session} canRemove={canRemove} commands={commands} />
        </Suspense>
      ) : (
        trigger(() => setWanted(true))
      )}
    </div>
  );
}
