"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Pencil, Search, Trash2, X } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useDialogs } from "@/components/common/use-dialogs";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { confirm, DialogCancelled } from "@/lib/client/dialogs";
import { SESSION_TITLE_MAX } from "@/lib/config/constants";
import type { DocumentChatDto } from "@/lib/features/documents/dto";
import { chatsQuery, useChatActions } from "@/lib/features/documents/hooks";
import { chatHref } from "./chat-href";
import { NameForm } from "./name-form";

/** Conversations about documents, the last used first. */
export function ChatHistory({ currentId }: { currentId: string | null }) {
  const t = useTranslations("documents.chats");
  const [isSearching, setIsSearching] = useState(false);
  const [keyword, setKeyword] = useState("");
  const query = useInfiniteQuery(chatsQuery(useDeferredValue(keyword.trim())));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section aria-label={t("heading")}>
      <div className="flex h-7 items-center gap-1 px-2 text-xs text-fg-3">
        <h2 className="flex-1 font-normal">{t("heading")}</h2>
        <IconButton
          icon={isSearching ? X : Search}
          size={24}
          iconSize={13}
          label={isSearching ? t("closeSearch") : t("search")}
          onClick={() => {
            setIsSearching(!isSearching);
            setKeyword("");
          }}
        />
      </div>
      {isSearching && (
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: it was just asked for
          autoFocus
          value={keyword}
          maxLength={200}
          aria-label={t("search")}
          placeholder={t("search")}
          onChange={(event) => setKeyword(event.target.value)}
          className="mx-1 mb-1 h-8 w-[calc(100%-8px)] rounded-sm border border-border-strong bg-background px-2 text-sm outline-none placeholder:text-fg-3 focus-visible:border-ring"
        />
      )}
      {query.isError && !items && <Note>{t("failed")}</Note>}
      {items?.length === 0 && <Note>{keyword ? t("noResult") : t("empty")}</Note>}
      <ul className="space-y-0.5">
        {items?.map((chat) => (
          <ChatRow key={chat.id} chat={chat} isCurrent={chat.id === currentId} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="sm" variant="ghost" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("showMore")}
        </Button>
      )}
    </section>
  );
}

function ChatRow({ chat, isCurrent }: { chat: DocumentChatDto; isCurrent: boolean }) {
  const t = useTranslations("documents.chats");
  const commands = useChatCommands(isCurrent);
  const title = chat.title || t("untitled");
  return (
    <li className="group relative flex items-center">
      <Link
        href={chatHref(chat.id)}
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
        {chat.running && !isCurrent && (
          <span className="shrink-0 text-fg-3">
            <Spinner size={12} />
            <span className="sr-only">{t("running")}</span>
          </span>
        )}
      </Link>
      <span
        className={cn(
          "absolute right-1",
          !isCurrent &&
            "opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <MoreMenu
          label={t("more", { title })}
          commands={[
            { key: "rename", label: t("rename"), icon: Pencil, onSelect: () => commands.rename(chat) },
            {
              key: "delete",
              label: t("delete"),
              icon: Trash2,
              danger: true,
              apart: true,
              onSelect: () => commands.remove(chat),
            },
          ]}
        />
      </span>
    </li>
  );
}

function useChatCommands(isCurrent: boolean) {
  const t = useTranslations("documents.chats");
  const router = useRouter();
  const dialogs = useDialogs();
  const { change, remove } = useChatActions();
  return {
    rename: (chat: DocumentChatDto) => {
      let title = chat.title;
      dialogs
        .open({
          title: t("renameTitle"),
          size: "small",
          awaitsSubmittable: true,
          content: (control) => (
            <NameForm
              label={t("name")}
              initial={chat.title}
              max={SESSION_TITLE_MAX}
              onChange={(value, isValid) => {
                title = value;
                control.setSubmittable(isValid);
              }}
            />
          ),
          onOk: () => change.mutateAsync({ id: chat.id, title }),
        })
        .catch((error: unknown) => {
          if (!(error instanceof DialogCancelled)) throw error;
        });
    },
    remove: (chat: DocumentChatDto) =>
      void confirm({
        title: t("deleteTitle"),
        description: t("deleteText", { title: chat.title || t("untitled") }),
        okButton: t("delete"),
        destructive: true,
        onOk: async () => {
          await remove.mutateAsync(chat.id);
          if (isCurrent) router.push(chatHref());
        },
      }),
  };
}

function Note({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-xs text-fg-3">{children}</p>;
}
