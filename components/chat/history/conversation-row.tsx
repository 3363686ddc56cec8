"use client";

import { Ellipsis, Pin } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { useWhen } from "@/components/common/use-moments";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { ConversationArea } from "@/lib/conversation/area";
import { hrefIn } from "@/lib/conversation/areas";
import type { ConversationDto } from "@/lib/conversation/dto";
import type { ListCommands } from "./use-commands";
import type { ChatSelection } from "./use-selection";

const ConversationMenu = loadedPart(async () => (await import("./conversation-menu")).ConversationMenu);

interface ConversationRowProps {
  area: ConversationArea;
  conversation: ConversationDto;
  isCurrent: boolean;
  /** Another has its title: it says when it was used. */
  isDated: boolean;
  canRemove: boolean;
  commands: ListCommands;
  selection: ChatSelection | null;
}

const ROW =
  "flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm pl-2 text-sm transition-colors duration-(--dur-fast) pointer-coarse:h-11";

/** A conversation of the list: a way into it, or a box to choose it by. */
export function ConversationRow({ selection, ...props }: ConversationRowProps) {
  return selection ? (
    <ChoiceRow conversation={props.conversation} untitled={props.commands.untitled} selection={selection} />
  ) : (
    <LinkRow {...props} />
  );
}

interface ChoiceRowProps {
  conversation: ConversationDto;
  untitled: string;
  selection: ChatSelection;
}

function ChoiceRow({ conversation, untitled, selection }: ChoiceRowProps) {
  return (
    <label className={cn(ROW, "cursor-pointer pr-2 text-fg-2 hover:bg-muted")}>
      <input
        type="checkbox"
        checked={selection.ids.has(conversation.id)}
        onChange={() => selection.toggle(conversation.id)}
        className="size-4 shrink-0 accent-primary"
      />
      <span className="min-w-0 flex-1 truncate">{conversation.title || untitled}</span>
    </label>
  );
}

function LinkRow({
  area,
  conversation,
  isCurrent,
  isDated,
  canRemove,
  commands,
}: Omit<ConversationRowProps, "selection">) {
  const t = useTranslations("chat");
  const when = useWhen();
  const [wanted, setWanted] = useState(false);
  const title = conversation.title || commands.untitled;
  const trigger = (onClick?: () => void): ReactElement => (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t("sessions.more", { title })}
      onClick={onClick}
      onPointerEnter={ConversationMenu.preload}
      onFocus={ConversationMenu.preload}
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
        href={hrefIn(area, conversation.id)}
        prefetch={false}
        aria-current={isCurrent ? "page" : undefined}
        className={cn(
          ROW,
          "pr-8",
          isCurrent
            ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
            : "text-fg-2 hover:bg-muted",
        )}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {isDated && (
          <time
            dateTime={conversation.lastMessageAt}
            className="tnum shrink-0 font-normal text-fg-3 text-xs group-hover:hidden"
            suppressHydrationWarning
          >
            {when(conversation.lastMessageAt)}
          </time>
        )}
        {conversation.pinned && !conversation.archived && (
          <span className="shrink-0 text-fg-3">
            <Pin aria-hidden size={12} />
            <span className="sr-only">{t("sessions.pinned")}</span>
          </span>
        )}
        {conversation.running && !isCurrent && (
          <span className="shrink-0 text-fg-3">
            <Spinner size={12} />
            <span className="sr-only">{t("sessions.running")}</span>
          </span>
        )}
      </Link>
      {wanted ? (
        <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
          <ConversationMenu
            fallback={trigger()}
            trigger={trigger()}
            area={area}
            conversation={conversation}
            canRemove={canRemove}
            commands={commands}
          />
        </LazyBoundary>
      ) : (
        trigger(() => setWanted(true))
      )}
    </div>
  );
}
