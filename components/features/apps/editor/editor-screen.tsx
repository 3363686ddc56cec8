"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CalendarClock, Pencil, Rocket } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ErrorState } from "@/components/common/error-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useMoments } from "@/components/common/use-moments";
import { LinkTabs } from "@/components/layout/link-tabs";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ApiError } from "@/lib/client/api-error";
import { talks } from "@/lib/config/app-kinds";
import type { AppDetailDto, DraftDto, EditorsDto } from "@/lib/features/apps/dto";
import { draftQuery, editedAppQuery } from "@/lib/features/apps/hooks";
import { type EditorTab, editorHref, listingHref, workbenchHref } from "@/lib/features/apps/paths";
import type { ExternalSettings, TalkSettings } from "@/lib/features/apps/settings";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { AppIcon } from "../app-icon";
import { AppStateMark } from "../workbench/app-state";
import { Arranging } from "./arranging";
import { ExternalArranging } from "./external-arranging";
import { FlowSkeleton } from "./flow-skeleton";
import { NewerDraft, OtherEditors } from "./other-editors";
import { Preview } from "./preview";
import { StaleDraft } from "./stale-draft";
import { type SaveState, useDraft } from "./use-draft";
import { useEditors } from "./use-editors";
import { Variants } from "./variants";
import { Versions } from "./versions";

const InfoDialog = lazy(() => import("../workbench/info-dialog").then((module) => ({ default: module.InfoDialog })));
const PublishDialog = lazy(() => import("./publish-dialog").then((module) => ({ default: module.PublishDialog })));
const Listing = lazy(() => import("./listing").then((module) => ({ default: module.Listing })));
const FlowEditor = loadedPart(async () => (await import("../flow/flow-editor")).FlowEditor);
const RunsTab = lazy(() => import("../runs/runs-tab").then((module) => ({ default: module.RunsTab })));
const FlowTrial = lazy(() => import("../runs/flow-trial").then((module) => ({ default: module.FlowTrial })));
const TriggersSheet = lazy(() =>
  import("../runs/triggers-sheet").then((module) => ({ default: module.TriggersSheet })),
);
const Analysis = lazy(() => import("./analysis").then((module) => ({ default: module.Analysis })));

const never = () => () => undefined;
const alive = () => true;
const notYet = () => false;

/** `square`: whom it is shown to and where it stands. */
export type Tab = EditorTab | "square";

interface EditorScreenProps {
  id: string;
  /** As the page was rendered. */
  first: { app: AppDetailDto; draft: DraftDto };
  tab: Tab;
  options: ConversationOptions;
  fileLimits: FileLimits;
}

/** Where an app is made: arranged, tried, published, compared with what it was, and shown to others. */
export function EditorScreen(props: EditorScreenProps) {
  const { id, first, tab } = props;
  const app = useQuery({ ...editedAppQuery(id), initialData: first.app });
  const draft = useQuery({ ...draftQuery(id), initialData: first.draft });
  // What is drawn and typed is the browser's alone: it begins once the page has come to life.
  const isAlive = useSyncExternalStore(never, alive, notYet);
  // The canvas is fetched while the page comes to life.
  useState(() => {
    if (typeof window !== "undefined" && first.app.kind === "workflow" && tab === "arranging") FlowEditor.preload();
  });
  // Begun anew where another draft takes the place of the one on the screen.
  const [turn, setTurn] = useState(0);
  const handleReload = () => void draft.refetch().then(() => setTurn((current) => current + 1));
  useNarrowMenu(true);
  const error = app.error ?? draft.error;
  if (error instanceof ApiError && error.code === 404) return <NotFoundPanel />;
  if (isAlive && app.data && draft.data) {
    return <Editor key={`${id} ${turn}`} {...props} app={app.data} draft={draft.data} onReload={handleReload} />;
  }
  if (!error) return <PanelSkeleton />;
  return (
    <>
      <TopBar title="" />
      <ErrorState
        onRetry={() => {
          void app.refetch();
          void draft.refetch();
        }}
      />
    </>
  );
}

const NOBODY: EditorsDto["others"] = [];

interface EditorProps extends EditorScreenProps {
  app: AppDetailDto;
  draft: DraftDto;
  onReload: () => void;
}

function Editor({ app, draft: first, onReload, tab, options, fileLimits }: EditorProps) {
  const t = useTranslations("apps-editor");
  const [open, setOpen] = useState<"info" | "publish" | "triggers" | null>(null);
  const [publishedRevision, setPublishedRevision] = useState(first.publishedRevision);
  const draft = useDraft<Record<string, unknown>>(app.id, first);
  const { others = NOBODY, revision: newest = 0, savedBy = null, stand } = useEditors(app.id);
  const isTalk = talks(app.kind);
  const isFlow = app.kind === "workflow";
  const tabs: Tab[] = isTalk
    ? ["arranging", "debug", "preview", "versions", "analysis", "square"]
    : isFlow
      ? ["arranging", "debug", "preview", "versions", "analysis", "square"]
      : ["arranging", "versions", "square"];
  // Parts of the canvas stand in the bars above it; it comes later than they do.
  const [check, setCheck] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ check, tools }), [check, tools]);
  const { change } = draft;
  const handleDrawn = useCallback((graph: FlowGraph) => change({ ...graph }), [change]);
  const flowMemory = useRef<unknown>(null);
  const flowGuard = useRef<(() => boolean) | null>(null);
  const handlePublish = async () => {
    if (flowGuard.current?.() === false) return;
    if (await draft.flush()) setOpen("publish");
  };
  const isChanged = app.version !== null && draft.revision !== publishedRevision;
  const talk = draft.settings as unknown as TalkSettings;
  return (
    <>
      <TopBar
        title={
          <span className="flex items-center gap-2">
            <Link
              href={workbenchHref}
              aria-label={t("back")}
              className="rounded-sm p-1 text-fg-2 hover:bg-muted max-md:hidden"
            >
              <ArrowLeft aria-hidden size={16} />
            </Link>
            <AppIcon icon={app.icon} id={app.id} />
            <span className="truncate">{app.name}</span>
            <IconButton icon={Pencil} iconSize={14} label={t("info")} onClick={() => setOpen("info")} />
            <span className="font-normal text-sm max-lg:hidden">
              <AppStateMark
                state={
                  app.version === null ? "draft" : isChanged ? "changed" : app.state === "trial" ? "trial" : "published"
                }
              />
            </span>
          </span>
        }
        actions={
          <>
            <OtherEditors others={others} />
            <Saved state={draft.state} at={draft.savedAt} />
            {isFlow && <span ref={setCheck} className="empty:hidden" />}
            {isFlow && (
              <Button icon={CalendarClock} onClick={() => setOpen("triggers")}>
                {t("triggers")}
              </Button>
            )}
            <Button
              variant="primary"
              icon={Rocket}
              disabled={draft.state === "stale" || draft.state === "invalid"}
              onClick={() => void handlePublish()}
            >
              {t("publish")}
            </Button>
          </>
        }
      />
      <LinkTabs
        label={t("tabs.label")}
        current={tab === "square" ? listingHref(app.id) : editorHref(app.id, tab)}
        tabs={tabs.map((one) => ({
          href: one === "square" ? listingHref(app.id) : editorHref(app.id, one),
          title: t(`tabs.${isFlow && one === "debug" ? "runs" : one}`),
          count: one === "square" && app.openRequests > 0 ? app.openRequests : undefined,
        }))}
        trailing={isFlow && tab === "arranging" ? <div ref={setTools} /> : undefined}
      />
      {draft.state === "stale" && (
        <StaleDraft id={app.id} onTake={onReload} onKeep={(revision) => void draft.keepOver(revision)} />
      )}
      {draft.state === "saved" && newest > draft.revision && <NewerDraft by={savedBy} onTake={onReload} />}
      {tab === "arranging" &&
        (isTalk ? (
          <Arranging
            app={app}
            settings={talk}
            wrong={draft.wrong}
            onChange={draft.change}
            flush={draft.flush}
            options={options}
            fileLimits={fileLimits}
          />
        ) : isFlow ? (
          <LazyBoundary fallback={<FlowSkeleton />}>
            <FlowEditor
              fallback={<FlowSkeleton />}
              appId={app.id}
              graph={draft.settings as unknown as FlowGraph}
              options={options}
              slots={slots}
              memory={flowMemory}
              guard={flowGuard}
              refused={draft.problems}
              authors={first.authors}
              others={others}
              onStand={stand}
              onChange={handleDrawn}
            />
          </LazyBoundary>
        ) : (
          <ExternalArranging
            settings={draft.settings as unknown as ExternalSettings}
            wrong={draft.wrong}
            onChange={draft.change}
          />
        ))}
      {tab === "debug" && isTalk && (
        <Variants app={app} settings={talk} flush={draft.flush} options={options} fileLimits={fileLimits} />
      )}
      {tab === "preview" && isTalk && (
        <Preview app={app} settings={talk} flush={draft.flush} options={options} fileLimits={fileLimits} />
      )}
      {tab === "versions" && (
        <Versions app={app} draft={draft.settings} models={options.models.items} onRestored={onReload} />
      )}
      <LazyBoundary fallback={<PanelSkeleton />} onFailure={() => undefined}>
        {tab === "debug" && isFlow && <RunsTab app={app} models={options.models.items} flush={draft.flush} />}
        {tab === "preview" && isFlow && (
          <FlowTrial
            app={app}
            graph={draft.settings as unknown as FlowGraph}
            models={options.models.items}
            fileLimits={fileLimits}
            flush={draft.flush}
          />
        )}
        {tab === "analysis" && <Analysis app={app} />}
        {tab === "square" && <Listing app={app} />}
      </LazyBoundary>
      <LazyBoundary onFailure={() => setOpen(null)}>
        {open === "info" && <InfoDialog app={app} onClose={() => setOpen(null)} />}
        {open === "triggers" && (
          <TriggersSheet app={app} draft={draft.settings as unknown as FlowGraph} onClose={() => setOpen(null)} />
        )}
        {open === "publish" && (
          <PublishDialog
            app={app}
            revision={draft.revision}
            onClose={() => setOpen(null)}
            onPublished={() => {
              setPublishedRevision(draft.revision);
              setOpen(null);
            }}
          />
        )}
      </LazyBoundary>
    </>
  );
}

function Saved({ state, at }: { state: SaveState; at: string }) {
  const t = useTranslations("apps-editor.saved");
  const moments = useMoments();
  const isBad = state === "stale" || state === "invalid" || state === "failed";
  return (
    <span
      role="status"
      suppressHydrationWarning
      className={`tnum whitespace-nowrap text-xs max-md:sr-only ${isBad ? "text-danger-ink" : "text-fg-3"}`}
    >
      {state === "saved" ? t("saved", { time: moments.clock(at) }) : t(state)}
    </span>
  );
}
