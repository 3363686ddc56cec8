"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowDownToLine,
  ArrowUpToLine,
  Ban,
  Check,
  MoveDown,
  MoveUp,
  RotateCcw,
  SplitSquareVertical,
} from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { MoreMenu } from "@/components/common/lazy-menu";
import { TextDiff } from "@/components/common/text-diff";
import { Thread } from "@/components/common/thread";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { ApiError } from "@/lib/client/api-error";
import { reportFailure } from "@/lib/client/report-failure";
import { offerUndo } from "@/lib/client/undo";
import { type StaleData, staleDataOf } from "@/lib/editing/stale";
import type { SliceDto, SliceLineDto } from "@/lib/features/knowledge/dto";
import { SLICE_REASON_MAX } from "@/lib/features/knowledge/limits";
import type { SliceChange } from "@/lib/features/knowledge/schema";
import { sliceQuery, useSliceActions } from "@/lib/features/knowledge/slices-hooks";

/** Words that were typed and not saved, with the state of the slice they were typed over. */
export interface SliceDraft {
  text: string;
  revision: string;
}

interface SliceEditorProps {
  fileId: string;
  line: SliceLineDto;
  /** What was typed before its row went out of view. */
  draft?: SliceDraft;
  /** Told at each change; null when nothing is typed that is not saved or given up. */
  onDraft: (draft: SliceDraft | null) => void;
  onClose: () => void;
}

/** A slice opened in its row: its words, what can be done with it, and what was done (spec F3). */
export function SliceEditor(props: SliceEditorProps) {
  const { fileId, line } = props;
  const { data, error, refetch } = useQuery(sliceQuery(fileId, line.id));
  if (data) return <OpenSlice key={line.id} slice={data} {...props} />;
  if (error) return <ErrorState description={error.message || undefined} onRetry={() => refetch()} />;
  return <Skeleton className="h-40 w-full" />;
}

/** Omits the id from each member of the union. */
type Change = SliceChange extends infer One ? (One extends SliceChange ? Omit<One, "revision"> : never) : never;

function OpenSlice({ fileId, line, slice, draft, onDraft, onClose }: SliceEditorProps & { slice: SliceDto }) {
  const t = useTranslations("knowledge-slices.editor");
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { change, rollBack } = useSliceActions(fileId);
  const [text, setText] = useState(draft?.text ?? slice.text);
  const [caret, setCaret] = useState(0);
  const [revision, setRevision] = useState(draft?.revision ?? slice.revision);
  const [stale, setStale] = useState<StaleData | null>(null);
  const [isDisabling, setDisabling] = useState(false);
  const [reason, setReason] = useState("");
  const [compared, setCompared] = useState(false);
  const isChanged = text.trim() !== slice.text.trim();
  // Counted by the server when it is saved; letters tell it nearly.
  const tokens = isChanged ? Math.ceil((slice.tokens * text.length) / Math.max(1, slice.text.length)) : slice.tokens;
  const isTooLong = tokens > slice.limit * 1.2;
  const isEmpty = text.trim() === "";
  const isBusy = change.isPending || rollBack.isPending;

  const write = (next: string, over = revision) => {
    setText(next);
    setRevision(over);
    onDraft(next.trim() === slice.text.trim() ? null : { text: next, revision: over });
  };
  const leave = () => {
    onDraft(null);
    onClose();
  };
  const apply = async (wanted: Change, said: string) => {
    try {
      const { editId } = await change.mutateAsync({ ...wanted, id: line.id, revision } as SliceChange & { id: string });
      setStale(null);
      offerUndo(said, async () => void (await rollBack.mutateAsync(editId)));
      leave();
    } catch (error) {
      const other = error instanceof ApiError ? staleDataOf(error.data) : null;
      if (other) setStale(other);
      // Joined or cut away by somebody else: the list follows, and the screen keeps what was written.
      else if (!(error instanceof ApiError && error.code === 404)) reportFailure(error);
    }
  };
  const save = () => isChanged && !isEmpty && !isTooLong && apply({ kind: "edit", text }, t("saved"));
  const own = isChanged ? { text } : {};
  const split = () => apply({ kind: "split", at: caret, ...own }, t("split.done"));
  const merge = (side: "next" | "previous") => apply({ kind: "merge", with: side, ...own }, t("merge.done"));
  const move = (by: 1 | -1) => apply({ kind: "move", by }, t("move.done"));
  const canSplit = text.slice(0, caret).trim() !== "" && text.slice(caret).trim() !== "";
  const close = () => {
    if (!isChanged || window.confirm(t("discard"))) leave();
  };

  const handleKey = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const act = (work: () => unknown) => {
      event.preventDefault();
      event.stopPropagation();
      if (!isBusy) work();
    };
    if (event.nativeEvent.isComposing) return;
    if (isCommand && event.key.toLowerCase() === "s") act(save);
    else if (event.altKey && event.key === "Enter") act(() => canSplit && split());
    else if (event.altKey && isCommand && event.key === "ArrowUp") act(() => merge("previous"));
    else if (event.altKey && isCommand && event.key === "ArrowDown") act(() => merge("next"));
    else if (event.key === "Escape") act(close);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a row, with a name of its own
    <div
      role="group"
      aria-label={t("label", { number: line.number })}
      onKeyDown={handleKey}
      className="rounded-md border border-primary-line bg-background shadow-sm"
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1 border-b px-3 py-1.5 text-sm">
        <span className="tnum font-semibold">#{line.number}</span>
        {slice.isHand && <Badge>{t("hand")}</Badge>}
        <span className="ml-1 min-w-0 flex-1 truncate text-xs text-fg-3">{slice.heading}</span>
        <Button variant="ghost" size="sm" icon={SplitSquareVertical} disabled={isBusy || !canSplit} onClick={split}>
          {t("split.action")}
        </Button>
        <Button variant="ghost" size="sm" icon={ArrowUpToLine} disabled={isBusy} onClick={() => merge("previous")}>
          {t("merge.previous")}
        </Button>
        <Button variant="ghost" size="sm" icon={ArrowDownToLine} disabled={isBusy} onClick={() => merge("next")}>
          {t("merge.next")}
        </Button>
        {slice.isDisabled ? (
          <Button
            variant="ghost"
            size="sm"
            icon={Check}
            disabled={isBusy}
            onClick={() => apply({ kind: "enable" }, t("enable.done"))}
          >
            {t("enable.action")}
          </Button>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            icon={Ban}
            disabled={isBusy}
            onClick={() => setDisabling((shown) => !shown)}
          >
            {t("disable.action")}
          </Button>
        )}
        <MoreMenu
          label={t("more")}
          commands={[
            { key: "up", label: t("move.up"), icon: MoveUp, onSelect: () => move(-1) },
            { key: "down", label: t("move.down"), icon: MoveDown, onSelect: () => move(1) },
          ]}
        />
      </div>
      {isDisabling && (
        <form
          className="flex items-center gap-2 border-b bg-subtle px-3 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            apply({ kind: "disable", reason: reason.trim() }, t("disable.done"));
          }}
        >
          <Input
            aria-label={t("disable.reason")}
            placeholder={t("disable.reason")}
            maxLength={SLICE_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="flex-1"
          />
          <Button type="submit" size="sm" disabled={isBusy || reason.trim() === ""}>
            {t("disable.confirm")}
          </Button>
        </form>
      )}
      {stale && (
        <Conflict
          stale={stale}
          mine={text}
          onTheirs={() => {
            write(String(stale.current.text ?? ""), stale.revision);
            setStale(null);
          }}
          onMine={() => {
            write(text, stale.revision);
            setStale(null);
          }}
        />
      )}
      <div className="grid md:grid-cols-[1fr_260px]">
        <div className="min-w-0 p-3">
          <Textarea
            ref={field}
            aria-label={t("text", { number: line.number })}
            aria-describedby={`${id}-tokens`}
            rows={Math.min(14, Math.max(5, Math.ceil(text.length / 60)))}
            value={text}
            invalid={isTooLong || isEmpty}
            onChange={(event) => write(event.target.value)}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            className="text-base"
          />
          <div id={`${id}-tokens`} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-fg-2">
            <Meter
              value={(100 * tokens) / slice.usual}
              label={t("tokens")}
              tone={isTooLong ? "danger" : tokens > slice.usual ? "warning" : "primary"}
              className="w-20"
            />
            <span className="tnum">{t("meter", { tokens, usual: slice.usual })}</span>
            {isTooLong && <span className="text-danger-ink">{t("tooLong", { max: slice.limit })}</span>}
            {isEmpty && <span className="text-danger-ink">{t("empty")}</span>}
            {canSplit && <span className="text-fg-3">{t("split.hint", splitTokens(text, caret, tokens))}</span>}
          </div>
        </div>
        <History
          slice={slice}
          text={text}
          isCompared={compared}
          onCompare={() => setCompared((shown) => !shown)}
          isBusy={isBusy}
          onRestore={(editId) => rollBack.mutateAsync(editId).then(leave, () => undefined)}
        />
      </div>
      <div className="flex items-center justify-end gap-2 border-t px-3 py-2 text-xs text-fg-3">
        <span className="mr-auto">{t("onlyThis")}</span>
        <Button disabled={isBusy} onClick={close}>
          {t("cancel")}
        </Button>
        <Button variant="primary" disabled={isBusy || !isChanged || isEmpty || isTooLong} onClick={save}>
          {t("save")}
        </Button>
      </div>
    </div>
  );
}

function splitTokens(text: string, caret: number, tokens: number): { first: number; second: number } {
  const first = Math.round((tokens * caret) / Math.max(1, text.length));
  return { first, second: tokens - first };
}

interface ConflictProps {
  stale: StaleData;
  mine: string;
  onTheirs: () => void;
  onMine: () => void;
}

/** Somebody else saved first: their words against one's own, neither lost. */
function Conflict({ stale, mine, onTheirs, onMine }: ConflictProps) {
  const t = useTranslations("knowledge-slices.editor.conflict");
  return (
    <div role="alert" className="space-y-2 border-b bg-warning-soft px-3 py-2 text-sm text-warning-ink">
      <p>{stale.changedBy ? t("by", { name: stale.changedBy }) : t("somebody")}</p>
      <div className="max-h-40 overflow-auto rounded-sm bg-background p-2 text-fg">
        <TextDiff before={String(stale.current.text ?? "")} after={mine} />
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onTheirs}>
          {t("theirs")}
        </Button>
        <Button size="sm" onClick={onMine}>
          {t("mine")}
        </Button>
      </div>
    </div>
  );
}

interface HistoryProps {
  slice: SliceDto;
  text: string;
  isCompared: boolean;
  isBusy: boolean;
  onCompare: () => void;
  onRestore: (editId: string) => void;
}

function History({ slice, text, isCompared, isBusy, onCompare, onRestore }: HistoryProps) {
  const t = useTranslations("knowledge-slices.editor.history");
  const format = useFormatter();
  return (
    <div className="min-w-0 border-l p-3 max-md:border-l-0 max-md:border-t">
      <div className="mb-2 flex items-center text-xs">
        <span className="flex-1 text-fg-3">{t("title")}</span>
        <button
          type="button"
          onClick={onCompare}
          aria-expanded={isCompared}
          className="text-primary-ink hover:underline"
        >
          {t("compare")}
        </button>
      </div>
      {isCompared && (
        // biome-ignore lint/a11y/useSemanticElements: scrolled by keyboard
        <div
          role="group"
          aria-label={t("compare")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
          tabIndex={0}
          className="mb-2 max-h-40 overflow-auto rounded-sm border p-2"
        >
          <TextDiff before={slice.original} after={text} />
        </div>
      )}
      <div className="max-h-60 overflow-auto">
        <Thread
          steps={[
            ...slice.edits.map((edit, index) => ({
              id: edit.id,
              title: t(`action.${edit.action}`),
              state: "done" as const,
              stateLabel: t("done"),
              meta: format.relativeTime(new Date(edit.at), new Date()),
              body: (
                <div className="space-y-1">
                  <span>
                    {edit.by ?? t("system")}
                    {edit.similarity !== null && ` · ${t("similarity", { value: edit.similarity })}`}
                  </span>
                  {index === 0 && edit.before !== edit.after && edit.before && edit.after && (
                    // biome-ignore lint/a11y/useSemanticElements: scrolled by keyboard
                    <div
                      role="group"
                      aria-label={t("compare")}
                      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
                      tabIndex={0}
                      className="max-h-24 overflow-auto rounded-sm border p-1.5"
                    >
                      <TextDiff before={edit.before} after={edit.after} />
                    </div>
                  )}
                  {edit.before !== "" && edit.action !== "anchor" && (
                    <button
                      type="button"
                      disabled={isBusy}
                      onClick={() => onRestore(edit.id)}
                      className="flex items-center gap-1 text-primary-ink hover:underline"
                    >
                      <RotateCcw aria-hidden size={12} />
                      {t("restore")}
                    </button>
                  )}
                </div>
              ),
            })),
            { id: "first", title: t("first"), state: "done" as const, stateLabel: t("done"), body: t("system") },
          ]}
        />
      </div>
    </div>
  );
}
