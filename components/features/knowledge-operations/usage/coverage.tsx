"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FileIcon } from "@/components/common/file-icon";
import { useScreens } from "@/components/features/knowledge/screens";
import { Badge } from "@/components/ui/badge";
import { Meter } from "@/components/ui/meter";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import { gapBoardHref } from "@/lib/features/knowledge/paths";
import { findingsHref } from "@/lib/features/knowledge-operations/findings-filter";
import type { MissedQuestionDto, UsageDto, UsedFileDto } from "@/lib/features/knowledge-operations/usage-dto";
import type { UsageList } from "@/lib/features/knowledge-operations/usage-filter";
import { linkClass } from "./card";
import { CoverageCard, type CoverPart } from "./coverage-card";

interface CoverageProps {
  data: UsageDto;
  /** Null: the center's. */
  baseId: string | null;
  days: "7" | "30" | "90";
  /** Files and slices are not counted by department. */
  note?: string;
  onList: (list: UsageList) => void;
  onFile: (fileId: string) => void;
}

const CITED = "var(--chart-1)";
const FOUND = "var(--chart-2)";
const UNUSED = "var(--fg-4)";

/** How far files, slices and questions are covered, three times in the same way (spec H7). */
export function Coverage(props: CoverageProps) {
  return (
    <div className="grid rounded-md border max-xl:divide-y xl:grid-cols-3 xl:divide-x">
      <Files {...props} />
      <Slices {...props} />
      <Questions {...props} />
    </div>
  );
}

function Files({ data: { files }, note, onList, onFile }: CoverageProps) {
  const t = useTranslations("knowledge-operations-usage");
  const parts: CoverPart[] = [
    { key: "cited", label: t("files.cited"), value: files.cited, color: CITED, onOpen: () => onList("cited") },
    { key: "hit", label: t("files.hit"), value: files.hit, color: FOUND, onOpen: () => onList("hit") },
    {
      key: "untouched",
      label: t("files.untouched"),
      value: files.untouched,
      color: UNUSED,
      onOpen: () => onList("untouched"),
    },
  ];
  return (
    <CoverageCard
      title={t("files.title")}
      total={t("files.total", { count: files.total })}
      note={note}
      parts={parts}
      listTitle={t("files.list")}
      all={<All count={files.untouched} onOpen={() => onList("untouched")} />}
      foot={files.closed > 0 && t("files.closed", { count: files.closed })}
    >
      <List isEmpty={files.untouched === 0} empty={t("files.none")}>
        {files.items.map((file) => (
          <FileRow key={file.id} file={file} onOpen={onFile}>
            {file.isExpired ? (
              <Badge tone="warning">{t("files.expired")}</Badge>
            ) : (
              <span className="tnum shrink-0 text-fg-3 text-xs">{t("files.slices", { count: file.slices })}</span>
            )}
          </FileRow>
        ))}
      </List>
    </CoverageCard>
  );
}

function Slices({ data: { slices }, note, onList, onFile }: CoverageProps) {
  const t = useTranslations("knowledge-operations-usage");
  const format = useFormatter();
  const parts: CoverPart[] = [
    { key: "cited", label: t("slices.cited"), value: slices.cited, color: CITED },
    { key: "hit", label: t("slices.hit"), value: slices.hit, color: FOUND },
    { key: "unused", label: t("slices.unused"), value: slices.unused, color: UNUSED, onOpen: () => onList("unused") },
  ];
  return (
    <CoverageCard
      title={t("slices.title")}
      total={t("slices.total", { count: slices.total })}
      note={note}
      parts={parts}
      listTitle={t("slices.list")}
      all={<All count={slices.unused} onOpen={() => onList("unused")} />}
    >
      <List isEmpty={slices.unused === 0} empty={t("slices.none")}>
        {slices.items.map((file) => (
          <FileRow key={file.id} file={file} onOpen={onFile}>
            <Meter
              value={(file.unusedSlices / Math.max(1, file.slices)) * 100}
              tone="neutral"
              label={t("slices.share", { file: file.name, count: file.unusedSlices, total: file.slices })}
              className="w-8 shrink-0"
            />
            <span aria-hidden className="tnum w-24 shrink-0 text-right text-fg-3 text-xs">
              {format.number(file.unusedSlices)} / {format.number(file.slices)}
            </span>
          </FileRow>
        ))}
      </List>
    </CoverageCard>
  );
}

const STATE_TONES: Record<NonNullable<MissedQuestionDto["state"]>, Tone> = {
  open: "warning",
  assigned: "primary",
  fixed: "primary",
  verified: "success",
  done: "success",
  dismissed: "neutral",
};

function Questions({ data: { questions }, baseId, days, onList }: CoverageProps) {
  const t = useTranslations("knowledge-operations-usage");
  const hasBoard = useScreens(["/knowledge-center/gap-board"]).length > 0;
  const wrong = findingsHref("wrong", baseId, { cause: "notFound", days, state: "all" });
  const parts: CoverPart[] = [
    { key: "well", label: t("questions.well"), value: questions.well, color: CITED },
    { key: "badly", label: t("questions.badly"), value: questions.badly, color: "var(--chart-4)" },
    {
      key: "notFound",
      label: t("questions.notFound"),
      value: questions.notFound,
      color: "var(--chart-5)",
      onOpen: () => onList("missed"),
    },
  ];
  return (
    <CoverageCard
      title={t("questions.title")}
      total={t("questions.total", { count: questions.total })}
      parts={parts}
      listTitle={t("questions.list")}
      all={
        <Link href={hasBoard ? gapBoardHref(baseId ?? undefined) : wrong} className={linkClass}>
          {t(hasBoard ? "questions.gaps" : "questions.wrong")}
        </Link>
      }
    >
      <List isEmpty={questions.items.length === 0} empty={t("questions.none")}>
        {questions.items.map(({ id, base, text, questions: asked, answered, state }) => (
          <li key={id} className="flex min-h-7 items-center gap-2.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className={text ? "block truncate" : "block truncate text-fg-3"}>
                {text ?? t("question.closed")}
              </span>
              {base && <span className="block truncate text-fg-3 text-xs">{base.name}</span>}
            </span>
            <span className="tnum shrink-0 text-fg-3 text-xs">{t("questions.times", { count: asked - answered })}</span>
            {state && (
              <Status tone={STATE_TONES[state]} className="w-18 shrink-0">
                {t(`gap.${state}`)}
              </Status>
            )}
          </li>
        ))}
      </List>
    </CoverageCard>
  );
}

function List({ isEmpty, empty, children }: { isEmpty: boolean; empty: string; children: ReactNode }) {
  return isEmpty ? <p className="text-fg-3 text-sm">{empty}</p> : <ul className="space-y-0.5">{children}</ul>;
}

function All({ count, onOpen }: { count: number; onOpen: () => void }) {
  const t = useTranslations("knowledge-operations-usage");
  if (count === 0) return null;
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className={linkClass}>
      {t("allOf", { count })}
    </button>
  );
}

interface FileRowProps {
  file: UsedFileDto;
  onOpen: (fileId: string) => void;
  children: ReactNode;
}

function FileRow({ file: { id, name, format, base }, onOpen, children }: FileRowProps) {
  return (
    <li className="flex min-h-7 items-center gap-2.5 text-sm">
      {format && <FileIcon format={format} size={16} />}
      <span className="min-w-0 flex-1">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(id)}
          className="block max-w-full truncate rounded-xs text-left hover:text-primary-ink pointer-coarse:min-h-11"
        >
          {name}
        </button>
        {base && <span className="block truncate text-fg-3 text-xs">{base.name}</span>}
      </span>
      {children}
    </li>
  );
}
