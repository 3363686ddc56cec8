"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderInput, History, Languages, MessageSquareText, Pencil, RefreshCw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useRef, useState } from "react";
import { type Handover, saveHandover } from "@/components/chat/handover";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { type Source, useSource } from "@/components/chat/sources/use-source";
import { CollectButton } from "@/components/collected/collect-button";
import { EncodingNotice } from "@/components/common/encoding/encoding-notice";
import { ErrorState } from "@/components/common/error-state";
import { FileIcon } from "@/components/common/file-icon";
import { FullState } from "@/components/common/full-state";
import { MoreMenu } from "@/components/common/lazy-menu";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { Split } from "@/components/common/split";
import { UndoBar } from "@/components/common/undo-bar";
import { useBytes } from "@/components/common/use-bytes";
import { useDialogs } from "@/components/common/use-dialogs";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { Reader, type ReaderAction, type ReaderSelection } from "@/components/reader/reader";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import type { Citation } from "@/lib/citations/dto";
import { ApiError } from "@/lib/client/api-error";
import { DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import type { DocumentDto } from "@/lib/features/documents/dto";
import { documentQuery, overviewQuery, useChatActions } from "@/lib/features/documents/hooks";
import { chatHref, documentHref } from "@/lib/features/documents/paths";
import { READABLE_EXTENSIONS } from "@/lib/parsing/formats";
import { useDocumentCommands } from "../use-document-commands";
import { usePartCount } from "../use-part-count";
import { OverviewPanel, overviewOwner } from "./overview-panel";
import { ReadingState } from "./reading-state";
import { VersionList } from "./version-list";

/** One document: the file at the left, its overview at the right. */
export function DocumentView({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("documents");
  const { data, error, refetch } = useQuery(documentQuery(id));
  useNarrowMenu(true);
  if (data) return <OpenDocument document={data} onClose={onClose} />;
  if (!error) return <PanelSkeleton />;
  const isGone = error instanceof ApiError && error.code === 404;
  return (
    <>
      <TopBar title={t("title")} />
      {isGone ? (
        <FullState
          kind="not-found"
          title={t("view.gone")}
          description={t("view.goneText")}
          actions={
            <Link href={documentHref()} className={buttonClass("primary")}>
              {t("view.back")}
            </Link>
          }
        />
      ) : (
        <ErrorState onRetry={() => void refetch()} />
      )}
    </>
  );
}

function OpenDocument({ document, onClose }: { document: DocumentDto; onClose: () => void }) {
  const t = useTranslations("documents");
  const router = useRouter();
  const bytes = useBytes();
  const partCount = usePartCount();
  const commands = useDocumentCommands();
  const { create } = useChatActions();
  const [shown, setShown] = useState<"content" | "side">("side");
  const { id, name, parse, versionId } = document;
  const isReady = parse.status === "ready";
  const { data: overview } = useQuery({ ...overviewQuery(id), enabled: isReady });
  // What the overview cites is marked before any of it was clicked.
  const fallback = useMemo(
    (): Source | null =>
      overview?.status === "done" && overview.versionId === versionId
        ? { owner: overviewOwner(overview.id), versionId, citations: overview.citations, activeId: null }
        : null,
    [overview, versionId],
  );
  const { source, selection, openVersion, follow, close } = useSource(fallback);
  const shownId = source?.versionId ?? versionId;
  const [chosen, setChosen] = useState(0);
  const inView = useRef<Required<Handover>["place"] | null>(null);
  const handlePart = useCallback(
    (part: number) => {
      inView.current = { versionId: shownId, part };
    },
    [shownId],
  );

  const ask = async (question?: string, action?: ReaderAction, words?: ReaderSelection) => {
    if (create.isPending) return;
    const chat = await create.mutateAsync([id]).catch(() => null);
    if (!chat) return;
    const seen = inView.current?.versionId === shownId ? inView.current : { versionId: shownId };
    saveHandover(chat.id, { question, action, words, place: isReady || source ? seen : undefined });
    router.push(chatHref(chat.id));
  };
  const open = (owner: string, citations: readonly Citation[], citationId: number) => {
    selection.open(owner, citations, citationId);
    setShown("content");
  };
  const dialogs = useDialogs();
  const showVersions = () => {
    dialogs
      .open({
        title: t("versions.title"),
        size: "small",
        okButton: null,
        cancelButton: null,
        content: (control) => (
          <VersionList
            documentId={id}
            shownId={shownId}
            onOpen={({ versionId: wanted, isCurrent }) => {
              if (isCurrent) close();
              else openVersion(wanted);
              setChosen((count) => count + 1);
              setShown("content");
              control.close();
            }}
          />
        ),
      })
      .catch((error: unknown) => {
        if (!(error instanceof DialogCancelled)) reportFailure(error);
      });
  };
  const pages = partCount(parse);
  return (
    <SourceSelectionContext value={{ ...selection, open }}>
      <TopBar
        crumbs={[{ label: t("title"), href: documentHref() }]}
        title={
          <span className="flex items-center gap-2">
            <FileIcon format={document.format} />
            <span className="truncate">{name}</span>
          </span>
        }
        meta={[pages, bytes(document.size)].filter((part) => part !== "–").join(" · ")}
        actions={
          <>
            <CollectButton kind="document" refId={id} />
            <DocumentMenu document={document} commands={commands} onVersions={showVersions} onClose={onClose} />
            <Button variant="primary" icon={MessageSquareText} loading={create.isPending} onClick={() => void ask()}>
              {t("ask.this")}
            </Button>
          </>
        }
      />
      {isReady || source ? (
        <>
          <div className={cn("shrink-0 border-b px-4 py-2 xl:hidden", !isReady && "hidden")}>
            <Segmented
              aria-label={t("view.shown")}
              value={shown}
              onValueChange={setShown}
              options={[
                { value: "side", label: t("overview.title") },
                { value: "content", label: t("view.document") },
              ]}
            />
          </div>
          {shownId === versionId && (
            <EncodingNotice encoding={parse.encoding} onRead={(encoding) => commands.reread(id, encoding)} />
          )}
          <Split
            name="document-overview"
            initial={452}
            label={t("view.resize")}
            narrow={shown}
            side={isReady && <OverviewPanel documentId={id} onAsk={(question) => void ask(question)} />}
          >
            <Reader
              // A choice from the list begins anew, also where the reader had gone on to another version by itself.
              key={chosen}
              versionId={shownId}
              citations={source?.citations ?? []}
              activeId={source?.activeId ?? null}
              onActiveChange={follow}
              onPart={handlePart}
              onAsk={(action, words) => void ask(undefined, action, words)}
            />
          </Split>
        </>
      ) : (
        <ReadingState document={document} commands={commands} />
      )}
      <UndoBar />
    </SourceSelectionContext>
  );
}

interface DocumentMenuProps {
  document: DocumentDto;
  commands: ReturnType<typeof useDocumentCommands>;
  onVersions: () => void;
  onClose: () => void;
}

function DocumentMenu({ document, commands, onVersions, onClose }: DocumentMenuProps) {
  const t = useTranslations("documents");
  const input = useRef<HTMLInputElement>(null);
  const { id, name } = document;
  return (
    <>
      <MoreMenu
        label={t("more", { name })}
        commands={[
          { key: "rename", label: t("command.rename"), icon: Pencil, onSelect: () => commands.rename(document) },
          { key: "move", label: t("command.moveTo"), icon: FolderInput, onSelect: () => commands.move([document]) },
          {
            key: "replace",
            label: t("command.replace"),
            icon: RefreshCw,
            disabled: commands.isReplacing,
            onSelect: () => input.current?.click(),
          },
          ...((document.parse.encoding?.readings.length ?? 0) > 0
            ? [
                {
                  key: "encoding",
                  label: t("command.encoding"),
                  icon: Languages,
                  onSelect: () => commands.chooseEncoding(document),
                },
              ]
            : []),
          { key: "versions", label: t("command.versions"), icon: History, onSelect: onVersions },
          {
            key: "delete",
            label: t("command.delete"),
            icon: Trash2,
            danger: true,
            apart: true,
            onSelect: () => commands.trash([id], onClose),
          },
        ]}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("command.replace")}
        accept={READABLE_EXTENSIONS.map((extension) => `.${extension}`).join()}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) commands.replace(id, file);
        }}
      />
    </>
  );
}
