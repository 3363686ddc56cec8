"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type RefObject, useCallback, useState } from "react";
import { spanKey, spansOf } from "@/lib/citations/spans";
import type { ReaderDocumentDto, ReaderHitDto } from "@/lib/features/reader/dto";
import { Announcement } from "./announcement";
import { DocumentView } from "./document-view";
import { MarkAction } from "./flow/mark-context";
import { PictureMarks, VersionContext } from "./flow/picture";
import { indexAt } from "./marks";
import { Notices } from "./notices";
import { RULER_ROOM, RulerRoom, Rulers } from "./rulers/rulers";
import { SearchBar } from "./search-bar";
import { selectionOf } from "./selected-text";
import { SelectionMenu } from "./selection-menu";
import { hasPanel, SidePanel } from "./side-panel";
import { Toolbar } from "./toolbar";
import type { Hit, Jump, Mark, ReaderProps } from "./types";
import { useCitations } from "./use-citations";
import { useStepKeys } from "./use-step-keys";
import { nextZoom } from "./zoom";

interface OpenDocumentProps extends ReaderProps {
  root: RefObject<HTMLElement | null>;
  document: ReaderDocumentDto;
  isNewer: boolean;
  onNewer: () => void;
  onCited: () => void;
}

const wayTo = ({ from, part, picture }: Mark): Jump => ({ at: from, part, picture, to: "mark" });

/** A document that could be opened, with everything around it. */
export function OpenDocument(props: OpenDocumentProps) {
  const {
    root,
    document,
    citations,
    activeId,
    onActiveChange,
    onAsk,
    isNewer,
    rulers,
    place = null,
    onSlice,
    onAnswer,
    onPart,
    steps,
  } = props;
  const t = useTranslations("reader");
  const client = useQueryClient();
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(document.parts[0]?.number ?? 1);
  const handlePart = useCallback(
    (number: number) => {
      setPage(number);
      onPart?.(number);
    },
    [onPart],
  );
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [search, setSearch] = useState(0);
  const [hits, setHits] = useState<readonly Hit[]>([]);
  const [jump, setJump] = useState<Jump | null>(null);
  const { marks, active, state, recheck } = useCitations(citations, document.versionId, activeId);

  // The view follows the citation: when another becomes active, and when the active one has been confirmed.
  const mark = marks.find(({ isActive }) => isActive);
  const [followed, setFollowed] = useState<string | null>(null);
  const follow = mark ? `${mark.id} ${mark.from}` : null;
  if (follow !== followed) {
    setFollowed(follow);
    if (mark) setJump(wayTo(mark));
  }

  const [sent, setSent] = useState<Jump | null>(null);
  if (place !== sent) {
    setSent(place);
    if (place) setJump(place);
  }

  const handleHits = useCallback((found: readonly ReaderHitDto[], at: number) => {
    setHits(found.map(({ from, to }, index) => ({ from, to, isActive: index === at })));
    const hit = found[at];
    if (hit) setJump({ at: hit.from, to: "hit" });
  }, []);

  const spans = spansOf(citations);
  const activeSpan = active && spanKey(active);
  const at = spans.findIndex((span) => spanKey(span) === activeSpan);
  const step = (by: 1 | -1) => {
    const next = spans[at + by];
    if (next) onActiveChange(next.id);
  };
  // The active one may be looked at again: the person has scrolled away.
  const handleMark = useCallback(
    (id: number) => {
      const again = marks.find((one) => one.id === id && one.isActive);
      if (again) setJump(wayTo(again));
      else onActiveChange(id);
    },
    [marks, onActiveChange],
  );

  const shown = document.parts.find(({ number }) => number === page);
  const isPaged = document.parts.length > 0 && ["page", "slide"].includes(document.parts[0]!.kind);
  const openSearch = () => setSearch((count) => count + 1);
  const closeSearch = () => {
    setSearch(0);
    setHits([]);
    root.current?.querySelector<HTMLElement>("[data-reader-frame]")?.focus();
  };

  const handleKey = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "f") {
      event.preventDefault();
      openSearch();
    } else if (isCommand && (event.key === "=" || event.key === "+" || event.key === "-")) {
      event.preventDefault();
      setZoom(nextZoom(zoom, event.key === "-" ? -1 : 1));
    } else if (isCommand && event.key === "0") {
      event.preventDefault();
      setZoom(1);
    }
  };

  useStepKeys(steps?.onStep ?? step);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the buttons inside
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={handleKey}>
      <Toolbar
        document={document}
        citations={spans.length > 0 && !isNewer ? { at: at + 1, total: spans.length, onStep: step } : null}
        steps={steps ?? null}
        page={isPaged ? { number: page, onJump: (number) => setJump({ at: 0, part: number, to: "part" }) } : null}
        zoom={zoom}
        onZoom={setZoom}
        panel={hasPanel(document) ? { isOpen: isPanelOpen, onToggle: () => setPanelOpen((isOpen) => !isOpen) } : null}
        isSearching={search > 0}
        onSearch={search > 0 ? closeSearch : openSearch}
      />
      {search > 0 && (
        <SearchBar versionId={document.versionId} asked={search} onHits={handleHits} onClose={closeSearch} />
      )}
      <Notices
        state={state}
        isCited={citations.length > 0}
        isReplaced={document.replacedBy !== null}
        isNewer={isNewer}
        warnings={document.warnings}
        certainty={shown?.certainty}
        isSeen={shown?.seen}
        onNewer={props.onNewer}
        onCited={props.onCited}
        onRecheck={recheck}
      />
      <div className="relative flex min-h-0 flex-1">
        {isPanelOpen && (
          <SidePanel
            document={document}
            current={page}
            onPart={(number) => setJump({ at: 0, part: number, to: "part" })}
            onPlace={(place) => setJump({ at: place, to: "heading" })}
          />
        )}
        <div className="min-w-0 flex-1">
          <VersionContext value={document.versionId}>
            <PictureMarks value={marks}>
              <MarkAction value={handleMark}>
                <RulerRoom value={rulers ? RULER_ROOM : 0}>
                  <DocumentView
                    document={document}
                    marks={marks}
                    hits={search === 0 && props.words ? props.words : hits}
                    zoom={zoom}
                    jump={jump}
                    onPart={handlePart}
                    onMark={handleMark}
                  />
                </RulerRoom>
              </MarkAction>
            </PictureMarks>
          </VersionContext>
        </div>
      </div>
      {rulers && <Rulers root={root} rulers={rulers} />}
      {onSlice && (
        <SelectionMenu
          root={root}
          actions={["slice"]}
          onAct={(_, place) => onSlice(selectionOf(client, document, place))}
        />
      )}
      {onAnswer && (
        <SelectionMenu
          root={root}
          actions={["answer"]}
          onAct={(_, place) => onAnswer(selectionOf(client, document, place))}
        />
      )}
      {onAsk && (
        <SelectionMenu
          root={root}
          onAct={(action, place) =>
            action !== "slice" && action !== "answer" && onAsk(action, selectionOf(client, document, place))
          }
        />
      )}
      <Announcement>
        {active &&
          mark &&
          t(isPaged ? "citation.announcePage" : "citation.announce", {
            at: at + 1,
            total: spans.length,
            page: mark.part ?? document.parts[indexAt(document.parts, mark.from)]?.number ?? 1,
          })}
        {active && state === "lost" && t("notice.lost")}
        {active && state === "gone" && t("notice.gone")}
      </Announcement>
    </div>
  );
}
