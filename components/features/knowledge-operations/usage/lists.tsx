"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { FileIcon } from "@/components/common/file-icon";
import { FilterMenu } from "@/components/common/filter-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { Segmented } from "@/components/ui/segmented";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { slicesHref } from "@/lib/features/knowledge/paths";
import type { UsedFileDto, UsedQuestionDto, UsedSliceDto } from "@/lib/features/knowledge-operations/usage-dto";
import type { UsageList } from "@/lib/features/knowledge-operations/usage-filter";
import {
  usedFilesQuery,
  usedQuestionsQuery,
  usedSlicesQuery,
  useOpenAnswer,
} from "@/lib/features/knowledge-operations/usage-hooks";
import {
  COVER_STATES,
  type CoverState,
  SLICE_STATES,
  type SliceState,
} from "@/lib/features/knowledge-operations/usage-schema";
import { linkClass } from "./card";
import { OpenedAnswer } from "./opened-answer";
import { AnsweredShare } from "./top-questions";

const PAGE = 20;

interface ListProps {
  /** Null: the center's. */
  baseId: string | null;
  days: number;
}

interface UsageListsProps extends ListProps {
  list: UsageList | undefined;
  fileId: string | null;
  onFile: (fileId: string | null) => void;
  onClose: () => void;
}

/** The lists behind the figures of use, in a drawer. */
export function UsageLists({ list, fileId, onFile, onClose, ...of }: UsageListsProps) {
  const t = useTranslations("knowledge-operations-usage");
  const [question, setQuestion] = useState<UsedQuestionDto | null>(null);
  const isQuestions = list === "questions" || list === "missed";
  const close = (open: boolean) => {
    if (open) return;
    // Back to the list it was opened from.
    if (fileId && list) onFile(null);
    else if (question) setQuestion(null);
    else onClose();
  };
  if (fileId) {
    return (
      <Sheet open onOpenChange={close}>
        <Slices key={fileId} fileId={fileId} days={of.days} isUnused={list === "unused"} />
      </Sheet>
    );
  }
  if (question) {
    return (
      <Sheet open onOpenChange={close}>
        <Opened question={question} />
      </Sheet>
    );
  }
  return (
    <Sheet open onOpenChange={close}>
      <SheetContent title={t(isQuestions ? "list.questions" : "list.files")} size="large" className="flex flex-col p-0">
        {isQuestions ? (
          <Questions {...of} first={list === "missed" ? "missed" : "all"} onOpen={setQuestion} />
        ) : (
          <Files {...of} first={list ?? "all"} onOpen={onFile} />
        )}
      </SheetContent>
    </Sheet>
  );
}

/** What a list is narrowed to; whatever changes, it begins at its first page again. */
function useNarrowed<State extends string>(first: State) {
  const [state, setState] = useState(first);
  const [keyword, setKeyword] = useState("");
  const [page, setPage] = useState(1);
  const narrow = (change: () => void) => {
    change();
    setPage(1);
  };
  return {
    state,
    keyword,
    asked: useDeferredValue(keyword.trim()),
    page,
    setPage,
    show: (next: State) => narrow(() => setState(next)),
    search: (word: string) => narrow(() => setKeyword(word)),
  };
}

const countColumn = (
  key: "hits" | "cited" | "likes" | "dislikes",
  header: string,
): Column<Record<typeof key, number>> => ({ key, header, numeric: true, cell: (row) => row[key] });

const isShown = <Row,>(column: Column<Row> | false): column is Column<Row> => column !== false;

function Questions({
  baseId,
  days,
  first,
  onOpen,
}: ListProps & { first: "all" | "missed"; onOpen: (question: UsedQuestionDto) => void }) {
  const t = useTranslations("knowledge-operations-usage");
  const { state: shown, page, setPage, show } = useNarrowed(first);
  const query = useQuery(usedQuestionsQuery({ baseId, days, page, pageSize: PAGE }, shown));
  const columns: (Column<UsedQuestionDto> | false)[] = [
    {
      key: "question",
      header: t("column.question"),
      cell: (row) =>
        row.text === null ? (
          <span className="text-fg-3" title={t("question.closedHint")}>
            {t("question.closed")}
          </span>
        ) : (
          <button
            type="button"
            onClick={() => onOpen(row)}
            className="line-clamp-2 rounded-xs text-left hover:text-primary-ink"
          >
            {row.text}
          </button>
        ),
    },
    baseId === null && {
      key: "base",
      header: t("column.base"),
      phone: "line",
      cell: ({ base }) => <span className="block max-w-40 truncate text-fg-2">{base?.name}</span>,
    },
    {
      key: "questions",
      header: t("column.questions"),
      numeric: true,
      phone: "line",
      cell: ({ questions }) => questions,
    },
    {
      key: "answered",
      header: t("column.answered"),
      numeric: true,
      phone: "line",
      cell: ({ answered, questions, text }) => (
        <span className="inline-flex">
          <AnsweredShare answered={answered} questions={questions} label={text ?? ""} />
        </span>
      ),
    },
  ];
  return (
    <>
      <div className="border-b px-5 py-3">
        <Segmented
          aria-label={t("list.show")}
          value={shown}
          onValueChange={show}
          options={[
            { value: "all", label: t("list.all") },
            { value: "missed", label: t("list.missed") },
          ]}
        />
      </div>
      <DataTable
        label={t("list.questions")}
        columns={columns.filter(isShown)}
        rowKey={({ id }) => id}
        state={query}
        page={page}
        pageSize={PAGE}
        onPageChange={setPage}
        onOpen={(row) => row.text !== null && onOpen(row)}
        empty={<EmptyState title={t("list.noQuestions")} description={t("list.noQuestionsText")} />}
      />
    </>
  );
}

function Opened({ question: { baseId, messageId, text } }: { question: UsedQuestionDto }) {
  const t = useTranslations("knowledge-operations-usage");
  const opening = useOpenAnswer();
  return (
    <SheetContent title={t("answer.title")} size="large" className="space-y-5">
      <p className="wrap-anywhere font-semibold text-sm">{text}</p>
      <OpenedAnswer
        opening={opening}
        onOpen={() => {
          if (messageId) opening.mutate({ baseId, messageId });
        }}
      />
    </SheetContent>
  );
}

function Files({ baseId, days, first, onOpen }: ListProps & { first: UsageList; onOpen: (fileId: string) => void }) {
  const t = useTranslations("knowledge-operations-usage");
  const { state, keyword, asked, page, setPage, show, search } = useNarrowed<CoverState>(
    COVER_STATES.find((one) => one === first) ?? "all",
  );
  const query = useQuery(usedFilesQuery({ baseId, days, page, pageSize: PAGE }, { state, keyword: asked }));
  const labels: Record<CoverState, string> = {
    all: t("list.all"),
    cited: t("files.cited"),
    hit: t("files.hit"),
    untouched: t("files.untouched"),
    unused: t("column.unusedSlices"),
  };
  const columns: (Column<UsedFileDto> | false)[] = [
    {
      key: "file",
      header: t("column.file"),
      cell: ({ id, name, format }) => (
        <span className="flex min-w-0 items-center gap-2">
          {format && <FileIcon format={format} size={16} />}
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="block max-w-72 truncate rounded-xs text-left hover:text-primary-ink"
          >
            {name}
          </button>
        </span>
      ),
    },
    baseId === null && {
      key: "base",
      header: t("column.base"),
      phone: "line",
      cell: ({ base }) => <span className="block max-w-36 truncate text-fg-2">{base?.name}</span>,
    },
    countColumn("hits", t("column.hits")),
    countColumn("cited", t("column.cited")),
    countColumn("likes", t("column.likes")),
    countColumn("dislikes", t("column.dislikes")),
    {
      key: "unused",
      header: t("column.unusedSlices"),
      numeric: true,
      phone: "line",
      cell: ({ unusedSlices, slices }) => `${unusedSlices} / ${slices}`,
    },
  ];
  return (
    <>
      <ListToolbar search={t("list.searchFiles")} keyword={keyword} onKeyword={search}>
        <FilterMenu
          label={t("list.show")}
          value={state}
          options={COVER_STATES.map((value) => ({ value, label: labels[value] }))}
          onChange={(value) => show(value as CoverState)}
        />
      </ListToolbar>
      <DataTable
        label={t("list.files")}
        columns={columns.filter(isShown)}
        rowKey={({ id }) => id}
        state={query}
        page={page}
        pageSize={PAGE}
        onPageChange={setPage}
        onOpen={({ id }) => onOpen(id)}
        empty={<EmptyState title={t("list.noFiles")} description={t("list.noFilesText")} />}
      />
    </>
  );
}

function Slices({ fileId, days, isUnused }: { fileId: string; days: number; isUnused: boolean }) {
  const t = useTranslations("knowledge-operations-usage");
  const { state, keyword, asked, page, setPage, show, search } = useNarrowed<SliceState>(isUnused ? "unused" : "all");
  const query = useQuery(usedSlicesQuery(fileId, { days, page, pageSize: PAGE, state, keyword: asked }));
  const labels: Record<SliceState, string> = {
    all: t("list.all"),
    cited: t("slices.cited"),
    hit: t("slices.hit"),
    unused: t("slices.unused"),
  };
  const columns: Column<UsedSliceDto>[] = [
    {
      key: "slice",
      header: t("column.slice"),
      cell: ({ text, heading, part }) => (
        <span className="block min-w-0 max-w-96">
          <span className="block truncate text-fg-3 text-xs">{heading || t("list.part", { part })}</span>
          <span className="wrap-anywhere line-clamp-2">{text}</span>
        </span>
      ),
    },
    { ...countColumn("hits", t("column.hits")), phone: "line" },
    { ...countColumn("cited", t("column.cited")), phone: "line" },
    countColumn("likes", t("column.likes")),
    countColumn("dislikes", t("column.dislikes")),
  ];
  return (
    <SheetContent
      title={query.data ? t("list.slices", { name: query.data.file.name }) : t("list.files")}
      size="large"
      className="flex flex-col p-0"
    >
      <ListToolbar
        search={t("list.searchSlices")}
        keyword={keyword}
        onKeyword={search}
        end={
          <Link href={slicesHref(fileId)} className={linkClass}>
            {t("list.openSlices")}
          </Link>
        }
      >
        <FilterMenu
          label={t("list.show")}
          value={state}
          options={SLICE_STATES.map((value) => ({ value, label: labels[value] }))}
          onChange={(value) => show(value as SliceState)}
        />
      </ListToolbar>
      <DataTable
        label={t("list.files")}
        columns={columns}
        rowKey={({ id }) => id}
        state={query}
        page={page}
        pageSize={PAGE}
        onPageChange={setPage}
        empty={<EmptyState title={t("list.noSlices")} description={t("list.noSlicesText")} />}
      />
    </SheetContent>
  );
}
