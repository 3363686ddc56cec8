"use client";

import { useQuery } from "@tanstack/react-query";
import { Files, Folder, FolderOpen, type LucideIcon, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useDialogs } from "@/components/common/use-dialogs";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { confirm, DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import type { FolderDto } from "@/lib/features/documents/dto";
import { filterAddress, NO_FILTER } from "@/lib/features/documents/filter";
import { foldersQuery, useFolderActions } from "@/lib/features/documents/hooks";
import { FOLDER_NAME_MAX, FOLDERS_MAX } from "@/lib/features/documents/limits";
import { ChatHistory } from "./chat-history";
import { NameForm } from "./name-form";
import { useDocumentPalette } from "./use-document-palette";

const HOME = "/personal/document/document-analysis";

interface DocumentsSidebarProps {
  /** The folder in view: an id, `none`, `trash`, `all`; null on other screens. */
  folder: string | null;
  chatId: string | null;
}

/** Folders and conversations in the lower half of the sidebar. */
export function DocumentsSidebar({ folder, chatId }: DocumentsSidebarProps) {
  useDocumentPalette();
  return (
    <SidebarArea>
      <Folders current={folder} />
      <ChatHistory currentId={chatId} />
    </SidebarArea>
  );
}

function Folders({ current }: { current: string | null }) {
  const t = useTranslations("documents.folder");
  const { data, isError } = useQuery(foldersQuery);
  const commands = useFolderCommands(current);
  const count = data?.items.length ?? 0;
  const isFull = count >= FOLDERS_MAX;
  const href = (patch: Partial<typeof NO_FILTER>) => `${HOME}${filterAddress({ ...NO_FILTER, ...patch })}`;
  return (
    <section aria-label={t("heading")} className="mb-3">
      <div className="flex h-7 items-center gap-1 px-2 text-xs text-fg-3">
        <h2 className="flex-1 font-normal">{t("heading")}</h2>
        <IconButton
          icon={Plus}
          size={24}
          iconSize={14}
          label={isFull ? t("full", { max: FOLDERS_MAX }) : t("create")}
          disabled={isFull}
          onClick={commands.create}
        />
      </div>
      {isError && <p className="px-2 py-1.5 text-xs text-fg-3">{t("failed")}</p>}
      <ul className="space-y-0.5">
        <Row icon={Files} label={t("all")} count={data?.all} href={href({})} isCurrent={current === "all"} />
        {data?.items.map((folder) => (
          <Row
            key={folder.id}
            icon={current === folder.id ? FolderOpen : Folder}
            label={folder.name}
            count={folder.documents}
            href={href({ folderId: folder.id })}
            isCurrent={current === folder.id}
          >
            <MoreMenu
              label={t("more", { name: folder.name })}
              commands={[
                { key: "rename", label: t("rename"), icon: Pencil, onSelect: () => commands.rename(folder) },
                {
                  key: "delete",
                  label: t("delete"),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => commands.remove(folder),
                },
              ]}
            />
          </Row>
        ))}
        {data && data.trash > 0 && (
          <Row
            icon={Trash2}
            label={t("trash")}
            count={data.trash}
            href={href({ trash: true })}
            isCurrent={current === "trash"}
          />
        )}
      </ul>
    </section>
  );
}

interface RowProps {
  icon: LucideIcon;
  label: string;
  count: number | undefined;
  href: string;
  isCurrent: boolean;
  children?: ReactNode;
}

function Row({ icon: Icon, label, count, href, isCurrent, children }: RowProps) {
  return (
    <li className="group relative flex items-center">
      <Link
        href={href}
        prefetch={false}
        aria-current={isCurrent ? "page" : undefined}
        className={cn(
          "flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-sm transition-colors duration-(--dur-fast) pointer-coarse:h-11",
          isCurrent
            ? "bg-background font-semibold text-fg shadow-sm ring-1 ring-border dark:bg-muted"
            : "text-fg-2 hover:bg-muted",
        )}
      >
        <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-fg-3" />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {count !== undefined && (
          <span
            className={cn(
              "tnum text-xs font-normal text-fg-3",
              children && "group-hover:invisible group-focus-within:invisible pointer-coarse:mr-10",
            )}
          >
            {count}
          </span>
        )}
      </Link>
      {children && (
        <span className="absolute right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
          {children}
        </span>
      )}
    </li>
  );
}

/** What can be done with folders. */
function useFolderCommands(current: string | null) {
  const t = useTranslations("documents.folder");
  const router = useRouter();
  const dialogs = useDialogs();
  const { create, rename, remove } = useFolderActions();
  const askName = (title: string, initial: string, save: (name: string) => Promise<unknown>) => {
    let name = initial;
    dialogs
      .open({
        title,
        size: "small",
        awaitsSubmittable: true,
        content: (control) => (
          <NameForm
            label={t("name")}
            initial={initial}
            max={FOLDER_NAME_MAX}
            onChange={(value, isValid) => {
              name = value;
              control.setSubmittable(isValid);
            }}
          />
        ),
        onOk: async () => {
          try {
            await save(name);
          } catch (error) {
            reportFailure(error);
            throw error;
          }
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof DialogCancelled)) throw error;
      });
  };
  return {
    create: () => askName(t("createTitle"), "", (name) => create.mutateAsync(name)),
    rename: (folder: FolderDto) =>
      askName(t("renameTitle"), folder.name, (name) => rename.mutateAsync({ id: folder.id, name })),
    remove: (folder: FolderDto) =>
      void confirm({
        title: t("deleteTitle"),
        description: t("deleteText", { name: folder.name, count: folder.documents }),
        okButton: t("delete"),
        destructive: true,
        onOk: async () => {
          await remove.mutateAsync(folder.id);
          if (current === folder.id) router.push(HOME);
        },
      }),
  };
}
