"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, SlidersHorizontal } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { saveHandover } from "@/components/chat/handover";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { FullState } from "@/components/common/full-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { Split } from "@/components/common/split";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { Reader } from "@/components/reader/reader";
import type { Hit } from "@/components/reader/types";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Segmented } from "@/components/ui/segmented";
import { Sheet, SheetClose, SheetContent } from "@/components/ui/sheet";
import { reportFailure } from "@/lib/client/report-failure";
import { useChatActions } from "@/lib/features/knowledge/chat-hooks";
import { BASES_CHOSEN_MAX, SEARCH_HITS_MAX } from "@/lib/features/knowledge/limits";
import { filePreviewHref, mainHref, questionHref, searchedWords, searchHref } from "@/lib/features/knowledge/paths";
import type { FoundFileDto, SearchDto } from "@/lib/features/knowledge/search-dto";
import {
  askedFor,
  chosenCount,
  SEARCH_ORDERS,
  SEARCH_VIEWS,
  type SearchState,
  searchAddress,
  severalOf,
} from "@/lib/features/knowledge/search-filter";
import { searchQuery } from "@/lib/features/knowledge/search-hooks";
import { KnowledgeSidebar } from "../knowledge-sidebar";
import { useScreens } from "../screens";
import { FoundQa } from "./found-qa";
import { SearchField } from "./search-field";
import { SearchFilters } from "./search-filters";
import { type Entry, entriesOf, SearchResults } from "./search-results";

const NONE: readonly never[] = [];
const noCitation = () => undefined;
const WIDE = "(min-width: 80rem)";

/** Slices and files of all bases a person may read, with the page they stand on beside them (spec 2). The address says all of it. */
export function SearchScreen() {
  const t = useTranslations("knowledge-search");
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const words = searchedWords(pathname);
  const state = useMemo(() => searchAddress.read(Object.fromEntries(params)), [params]);
  const [draft, setDraft] = useState(words);
  const [followed, setFollowed] = useState(words);
  if (followed !== words) {
    setFollowed(words);
    setDraft(words);
  }
  const query = useQuery({ ...searchQuery(askedFor(words, state)), enabled: words !== "" });
  const { data } = query;
  useNarrowMenu(true);

  const change = (patch: Partial<SearchState>) =>
    window.history.replaceState(null, "", `${pathname}${searchAddress.query({ ...state, ...patch })}`);
  const search = (asked: string) => {
    const { view, order } = state;
    window.history.pushState(
      null,
      "",
      `${searchHref(asked)}${searchAddress.query({ ...searchAddress.plain, view, order })}`,
    );
  };
  const clear = () => change({ ...searchAddress.plain, view: state.view, order: state.order });

  const places = usePlaces(data, state);
  const { entries, active, choose } = places;
  const [isPageShown, setPageShown] = useState(false);
  const [isFiltering, setFiltering] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const hasPreview = useScreens(["/knowledge-center/kb-doc-preview/{fileId}"]).length > 0;
  const hrefOf = (file: FoundFileDto) => (hasPreview ? filePreviewHref(file.id) : null);

  const show = (key: string) => {
    choose(key);
    setPageShown(!window.matchMedia(WIDE).matches);
  };
  const step = (by: 1 | -1) => {
    const at = entries.findIndex(({ key }) => key === active?.key);
    const next = entries[at + by];
    if (!next) return;
    choose(next.key);
    // Drawn first, where it lies behind what was shown so far.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`[data-place="${next.key}"]`);
      if (list.current?.contains(document.activeElement)) row?.focus();
      row?.scrollIntoView({ block: "nearest" });
    });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (entries.length === 0) return;
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && active && draft.trim() === words) {
      // What was searched for already stands there: Enter opens what is chosen.
      const href = hrefOf(active.file);
      if (!href || (event.target as Element).closest("a")) return;
      event.preventDefault();
      router.push(href);
    }
  };
  const chosen = chosenCount(state);
  const filters = <SearchFilters facets={data?.facets} state={state} onChange={change} />;
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("center") }]}
        field={
          <SearchField
            size="lg"
            autoFocus={words === ""}
            label={t("field")}
            clearLabel={t("clear")}
            value={draft}
            onChange={setDraft}
            onSearch={search}
            onKeyDown={handleKey}
            className="min-w-0 max-w-140 flex-1"
          />
        }
        actions={words && data && <Ask words={words} state={state} found={data} />}
      />
      {words === "" ? (
        <EmptyState title={t("begin.title")} description={t("begin.text")} />
      ) : (
        <div className="flex min-h-0 flex-1">
          <aside aria-label={t("filters.title")} className="w-52 shrink-0 overflow-y-auto border-r max-xl:hidden">
            <div className="flex h-11 items-center gap-2 border-b px-4 text-sm">
              <h2 className="font-semibold">{t("filters.title")}</h2>
              {chosen > 0 && (
                <>
                  <span className="text-fg-3 text-xs">{t("filters.count", { count: chosen })}</span>
                  <Button size="sm" variant="ghost" className="-mr-2 ml-auto" onClick={clear}>
                    {t("filters.clear")}
                  </Button>
                </>
              )}
            </div>
            {filters}
          </aside>
          <Split
            name="knowledge-search"
            initial={540}
            label={t("preview.split")}
            narrow={isPageShown ? "overlay" : "content"}
            side={
              active && (
                <Preview
                  key={active.file.versionId}
                  entries={entries}
                  active={active}
                  onChoose={choose}
                  onClose={isPageShown ? () => setPageShown(false) : undefined}
                />
              )
            }
          >
            <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-5 py-1.5 max-md:px-4">
              <Segmented
                aria-label={t("view.label")}
                value={state.view}
                onValueChange={(view) => change({ view })}
                options={SEARCH_VIEWS.map((value) => ({
                  value,
                  label: (
                    <>
                      {t(`view.${value}`)}{" "}
                      {value !== "all" && data && (
                        <span className="tnum text-fg-3">{value === "files" ? data.files.length : data.slices}</span>
                      )}
                    </>
                  ),
                }))}
              />
              <Button icon={SlidersHorizontal} className="xl:hidden" onClick={() => setFiltering(true)}>
                {t("filters.open", { count: chosen })}
              </Button>
              <span className="ml-auto">
                <FilterMenu
                  label={t("order.label")}
                  value={state.order}
                  options={SEARCH_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
                  onChange={(order) => change({ order: order as SearchState["order"] })}
                />
              </span>
            </div>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows walk the buttons inside */}
            <div
              ref={list}
              onKeyDown={handleKey}
              aria-busy={query.isFetching}
              className={
                query.isPlaceholderData ? "min-h-0 flex-1 overflow-y-auto opacity-60" : "min-h-0 flex-1 overflow-y-auto"
              }
            >
              {data && <Summary found={data} />}
              {data?.qa && <FoundQa key={data.qa.id} qa={data.qa} />}
              {query.isError && !data ? (
                <ErrorState description={query.error.message || t("failed")} onRetry={() => void query.refetch()} />
              ) : !data ? (
                <PanelSkeleton />
              ) : entries.length === 0 ? (
                !data.qa && <Nothing words={words} isFiltered={chosen > 0} onClear={clear} />
              ) : (
                <SearchResults
                  key={`${words} ${state.view}`}
                  entries={entries}
                  view={state.view}
                  activeKey={active?.key ?? null}
                  onChoose={show}
                  onMore={places.open}
                  hrefOf={hrefOf}
                />
              )}
            </div>
            <Foot active={active} entries={entries} mayOpen={hasPreview} />
          </Split>
        </div>
      )}
      <Sheet open={isFiltering} onOpenChange={setFiltering}>
        {isFiltering && (
          <SheetContent
            title={t("filters.title")}
            className="p-0"
            footer={
              <>
                {chosen > 0 && <Button onClick={clear}>{t("filters.clear")}</Button>}
                <SheetClose asChild>
                  <Button variant="primary">{t("filters.close")}</Button>
                </SheetClose>
              </>
            }
          >
            {filters}
          </SheetContent>
        )}
      </Sheet>
    </>
  );
}

/** What is listed and what of it is chosen: the first, until another one is. */
function usePlaces(found: SearchDto | undefined, { view, order }: SearchState) {
  const [key, choose] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const entries = useMemo(() => {
    const files = found?.files ?? NONE;
    const ordered = order === "newest" ? [...files].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)) : files;
    return entriesOf(ordered, view, opened);
  }, [found, view, order, opened]);
  const active = entries.find((one) => one.key === key) ?? entries[0] ?? null;
  return { entries, active, choose, open: (fileId: string) => setOpened(new Set([...opened, fileId])) };
}

interface PreviewProps {
  entries: readonly Entry[];
  active: Entry;
  onChoose: (key: string) => void;
  onClose?: () => void;
}

/** The document at the place that is chosen, with the words of all its places marked. */
function Preview({ entries, active, onChoose, onClose }: PreviewProps) {
  const { file, slice } = active;
  const inFile = entries.filter((one) => one.file.id === file.id && one.slice);
  const at = inFile.findIndex(({ key }) => key === active.key);
  const words = useMemo(
    (): readonly Hit[] =>
      file.slices
        .flatMap(({ sliceId, from, to, places }) => {
          const isActive = sliceId === slice?.sliceId;
          // Found by its meaning, or changed by hand: its place is all that can be shown.
          if (places.length === 0) return isActive ? [{ from, to, isActive }] : [];
          return places.map((place) => ({ ...place, isActive }));
        })
        .sort((a, b) => a.from - b.from),
    [file, slice],
  );
  const place = useMemo(() => {
    if (slice?.picture) return { at: slice.from, part: slice.part, picture: slice.picture };
    return slice ? { at: slice.places[0]?.from ?? slice.from } : null;
  }, [slice]);
  const step = (by: 1 | -1) => {
    const next = inFile[at + by];
    if (next) onChoose(next.key);
  };
  return (
    <Reader
      versionId={file.versionId}
      citations={NONE}
      activeId={null}
      onActiveChange={noCitation}
      onClose={onClose}
      words={words}
      place={place}
      steps={slice ? { at: at + 1, total: inFile.length, onStep: step } : undefined}
    />
  );
}

function Summary({ found }: { found: SearchDto }) {
  const t = useTranslations("knowledge-search");
  const notes = [
    t("found", { files: found.files.length, slices: found.slices, seconds: Math.round(found.ms / 10) / 100 }),
    found.isCut && t("cut", { max: SEARCH_HITS_MAX }),
    found.isByWords && t("byWords"),
  ].filter(Boolean);
  return (
    <p role="status" className="tnum border-b px-5 py-1.5 text-fg-3 text-xs max-md:px-4">
      {notes.join(" · ")}
    </p>
  );
}

function Nothing({ words, isFiltered, onClear }: { words: string; isFiltered: boolean; onClear: () => void }) {
  const t = useTranslations("knowledge-search.none");
  const mayAsk = useScreens([mainHref]).length > 0;
  return (
    <FullState
      kind="empty"
      title={t("title", { query: words })}
      description={isFiltered ? t("filtered") : t(mayAsk ? "text" : "textSearch")}
      actions={isFiltered && <Button onClick={onClear}>{t("clear")}</Button>}
    />
  );
}

/** Keys, and for a screen reader which place the arrows have come to. */
function Foot({ active, entries, mayOpen }: { active: Entry | null; entries: readonly Entry[]; mayOpen: boolean }) {
  const t = useTranslations("knowledge-search");
  const at = entries.findIndex(({ key }) => key === active?.key);
  return (
    <footer className="flex h-10 shrink-0 items-center gap-2 border-t px-5 text-fg-3 text-xs max-md:hidden">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd>
      {t("keys.move")}
      {mayOpen && (
        <>
          <Kbd className="ml-3">↵</Kbd>
          {t("keys.open")}
        </>
      )}
      <span className="ml-auto truncate">{t("scope")}</span>
      <span role="status" className="sr-only">
        {active &&
          t("list.chosen", {
            at: at + 1,
            total: entries.length,
            name: active.slice ? `${active.file.name}: ${active.slice.excerpt}` : active.file.name,
          })}
      </span>
    </footer>
  );
}

/** The words as a question to the bases chosen, or to those that have most of what was found. */
function Ask({ words, state, found }: { words: string; state: SearchState; found: SearchDto }) {
  const t = useTranslations("knowledge-search");
  const router = useRouter();
  const { create } = useChatActions();
  const mayAsk = useScreens([mainHref]).length > 0;
  const chosen = severalOf(state.bases);
  const bases = (chosen.length > 0 ? chosen : found.facets.bases.map(({ id }) => id)).slice(0, BASES_CHOSEN_MAX);
  if (!mayAsk) return null;
  const handleAsk = async () => {
    // Without a base the place where conversations begin asks for one.
    if (bases.length === 0) return router.push(mainHref);
    try {
      const chat = await create.mutateAsync(bases);
      saveHandover(chat.id, { question: words });
      router.push(questionHref(chat.id));
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <Button icon={MessageSquareText} loading={create.isPending} onClick={() => void handleAsk()}>
      {t("ask")}
    </Button>
  );
}
