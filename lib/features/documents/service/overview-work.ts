import "server-only";
import { db } from "@/db/client";
import { listReadingSlices } from "@/db/queries/documents/tasks";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import type { Citation } from "@/lib/citations/dto";
import { AppError } from "@/lib/errors/errors";
import { type Annotated, partAnnotations } from "@/lib/grounding/annotations";
import { citationAt, Grounding } from "@/lib/grounding/grounding";
import { materialBudget } from "@/lib/grounding/material";
import { passagesBlock } from "@/lib/grounding/passages";
import type { Source } from "@/lib/grounding/sources";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { completeText } from "@/lib/models/complete";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { readIndex } from "@/lib/parsing/store";
import type { ParsedIndex } from "@/lib/parsing/types";
import type { Passage } from "@/lib/retrieval/context";
import { cut } from "@/lib/text/storable";
import { centralSentences, type Extract, extractsOf } from "../extract";
import { evenly, noteRules, type OverviewContent, overviewRules, overviewTexts, portions } from "../overview-text";
import { configOf } from "./config";

/** A part of a long document read at once, tokens; and parts in all. */
const SECTION_TOKENS = 12_000;
const SECTIONS_MAX = 60;
const SUMMARY_SENTENCES = 5;
const KEY_POINTS = 5;
const QUESTIONS = 4;
/** A heading longer than this is no title, characters. */
const HEADING_MAX = 60;

type Slice = Awaited<ReturnType<typeof listReadingSlices>>[number] & Annotated;

export interface OverviewTask {
  source: Source;
  locale: Locale;
  model: ResolvedModel;
  signal: AbortSignal;
  /** Of the sections an earlier attempt had read, one each, in order. */
  notes: readonly string[];
  /** Keeps the notes on so many sections; throws when the work belongs to somebody else by now. */
  keep(notes: readonly string[], sections: number): Promise<void>;
}

/** Summary, key points and questions of a document, with citations. */
export async function makeOverview(actor: Actor, task: OverviewTask): Promise<OverviewContent> {
  const [index, found, config] = await Promise.all([
    readIndex(task.source.versionId),
    listReadingSlices(db(), task.source.versionId),
    configOf(actor.id),
  ]);
  const slices = partAnnotations(found, index?.annotations, config.annotations);
  if (!index || slices.length === 0) throw new AppError("documentNotReady");
  return isBuiltin(task.model) ? extractive(task, index, slices) : written(actor, task, index, slices);
}

async function written(
  actor: Actor,
  task: OverviewTask,
  index: ParsedIndex,
  slices: readonly Slice[],
): Promise<OverviewContent> {
  const { source, model, signal, locale } = task;
  const passages = slices.map((slice, at): Passage & Annotated => {
    const { versionId, documentId, name } = source;
    return { n: at + 1, versionId, documentId, name, partTo: slice.part, ...slice };
  });
  const kind = index.parts[0]?.kind ?? "section";
  const block = (some: readonly (Passage & Annotated)[]) =>
    passagesBlock(some.map((passage) => ({ ...passage, kind })));
  const ask = (system: string, content: string) =>
    completeText({
      actor,
      app: APP.DOCUMENT,
      model,
      messages: [
        { role: "system", content: system },
        { role: "user", content },
      ],
      signal,
    });
  const budget = Math.floor(materialBudget(model) * 0.8);
  const total = slices.reduce((sum, { tokens }) => sum + tokens, 0);
  let answer: string;
  if (total <= budget) answer = await ask(overviewRules(locale, false), block(passages));
  else {
    const size = Math.min(budget, Math.max(SECTION_TOKENS, Math.ceil(total / SECTIONS_MAX)));
    const sections = evenly(portions(passages, size), SECTIONS_MAX);
    const notes = task.notes.slice(0, sections.length);
    for (const [at, section] of sections.entries()) {
      if (at < notes.length) continue;
      notes.push(await ask(noteRules(locale), block(section)));
      await task.keep(notes, sections.length);
    }
    const most = Math.floor((budget * 3) / notes.length);
    answer = await ask(overviewRules(locale, true), notes.map((note) => cut(note, most)).join("\n\n"));
  }
  const grounding = new Grounding({ passages, indexes: new Map([[source.versionId, index]]), sources: [source] });
  const text = grounding.push(answer) + grounding.end();
  const citations = await grounding.settled();
  const texts = overviewTexts(text);
  const questions = texts.questions.length > 0 ? texts.questions : await questionsFrom(task, index);
  return { ...texts, questions, citations, isExtractive: false };
}

/** Without a language model: the sentences the document turns about, quoted; questions from its headings. */
async function extractive(task: OverviewTask, index: ParsedIndex, slices: readonly Slice[]): Promise<OverviewContent> {
  const all = extractsOf(slices);
  const summary = centralSentences(all, SUMMARY_SENTENCES);
  const taken = new Set(summary.map(({ from }) => from));
  const rest = all.filter(({ from }) => !taken.has(from));
  const points = underHeadings(rest, index);
  if (points.length < 3)
    points.push(
      ...centralSentences(
        rest.filter((extract) => !points.includes(extract)),
        KEY_POINTS - points.length,
      ),
    );
  const citations: Citation[] = [];
  const cite = async ({ from, to, text }: Extract) => {
    const id = citations.length + 1;
    citations.push({ ...(await citationAt(task.source, index, { id, number: id, from, to })), supported: true });
    return `${text.replace(/\s+/g, " ")}[^c${id}]`;
  };
  const quoted: string[] = [];
  for (const extract of summary) quoted.push(await cite(extract));
  const keyPoints: string[] = [];
  for (const extract of points.slice(0, KEY_POINTS)) keyPoints.push(await cite(extract));
  const questions = await questionsFrom(task, index);
  return { summary: quoted.join("\n\n"), keyPoints, questions, citations, isExtractive: true };
}

/** The first sentence under each of the outermost headings. */
function underHeadings(extracts: readonly Extract[], { outline, characters }: ParsedIndex): Extract[] {
  const top = Math.min(...outline.map(({ level }) => level));
  const heads = outline.filter(({ level }) => level <= top + 1);
  const found = heads.flatMap(({ from }, index) => {
    const end = heads[index + 1]?.from ?? characters;
    return extracts.find((extract) => extract.from >= from && extract.to <= end) ?? [];
  });
  return evenly([...new Set(found)], KEY_POINTS);
}

/** Questions the headings answer; without headings those any document can be asked. */
async function questionsFrom({ locale, source }: OverviewTask, { outline, title }: ParsedIndex): Promise<string[]> {
  const t = await areaTexts(locale, "documents-output");
  const headings = [...new Set(outline.map((entry) => entry.title.trim()))].filter(
    (heading) => heading.length >= 2 && [...heading].length <= HEADING_MAX && heading !== title.trim(),
  );
  const asked = evenly(headings, QUESTIONS).map((heading) => t("overview.about", { heading }));
  if (asked.length >= 3) return asked;
  const name = title.trim() || source.name.replace(/\.[^.]+$/, "");
  const general = [t("overview.summary", { title: name }), t("overview.conclusion"), t("overview.figures")];
  return [...asked, ...general].slice(0, QUESTIONS);
}
