import "server-only";
import { db } from "@/db/client";
import { listRemarks } from "@/db/queries/knowledge-operations/findings";
import {
  countAskers,
  countPoorAnswers,
  listDislikeReasons,
  listUsedBases,
  listUsedDays,
  listUsedDepartments,
  type UsedBases,
  type UsedDayRow,
} from "@/db/queries/knowledge-operations/usage";
import type { Actor } from "@/lib/auth/actor";
import type { Range } from "@/lib/config/day-range";
import { loadConfig } from "@/lib/config/system-config";
import { addDays } from "@/lib/config/time";
import { compareReaders } from "@/lib/features/knowledge/service/reach";
import { cut } from "@/lib/text/storable";
import { FEW_QUESTIONS, NO_DEPARTMENT } from "../limits";
import type { UsageDto, UsageFigures } from "../usage-dto";
import type { UsageQuery } from "../usage-schema";
import { type Frame, framedDays } from "./days";
import { insightOf, type Sight, sightOf } from "./insight";
import { coverageOf } from "./usage-files";
import { questionLists } from "./usage-questions";

/** Shares that are listed at most: departments, and bases of the center. */
const SHARES_MAX = 200;
const REMARKS = 2;
/** Characters of a remark beside the reasons. */
const REMARK_SHOWN = 120;

/** How a base was used, or with the center's right all of them (spec H1, H3, H7). Throws notFound. */
export async function readUsage(actor: Actor, baseId: string | undefined, query: UsageQuery): Promise<UsageDto> {
  const sight = await sightOf(actor, baseId);
  const frame = await framedDays(query.days);
  const { range, before, span } = frame;
  const of: UsedBases = { baseIds: sight.countedIds, ...range, departmentId: query.departmentId };
  const earlier: UsedBases = { ...of, ...before };
  const [config, days, daysBefore, people, peopleBefore, departments, bases, poor, readers, words] = await Promise.all([
    loadConfig("gatewayConfig"),
    listUsedDays(db(), of),
    listUsedDays(db(), earlier),
    countAskers(db(), of, frame.window),
    countAskers(db(), earlier, frame.windowBefore),
    // The choice of departments stays whole whatever is chosen.
    listUsedDepartments(db(), { ...of, departmentId: undefined }),
    sight.base ? [] : listUsedBases(db(), of),
    countPoorAnswers(db(), of, span),
    sight.base ? compareReaders(sight.base, null) : null,
    wordsOf(actor, sight, of, frame),
  ]);
  const now = sumOf(days, people);
  const previous = sumOf(daysBefore, peopleBefore);
  const isComparable = Math.min(now.questions, previous.questions) >= FEW_QUESTIONS;
  const { missed, coverage, ...rest } = words;
  return {
    range,
    before,
    currency: config.currency,
    now,
    previous: isComparable ? previous : null,
    readers: readers?.readers ?? null,
    series: seriesOf(range, days),
    departments: sharesOf(departments),
    bases: basesOf(bases, sight),
    ...rest,
    ...coverage,
    questions: { ...qualityOf(now, poor), items: missed },
  };
}

/** What has words, or names of files, in it. */
async function wordsOf(actor: Actor, sight: Sight, of: UsedBases, frame: Frame) {
  const { span } = frame;
  const baseIds = [...sight.named.keys()];
  const [lists, reasons, remarks, coverage] = await Promise.all([
    questionLists(actor, sight, frame),
    listDislikeReasons(db(), of, span),
    listRemarks(db(), insightOf(actor), { baseIds, ...span }, REMARKS),
    coverageOf(actor, sight, frame),
  ]);
  return {
    ...lists,
    coverage,
    reasons,
    remarks: remarks.map(({ id, baseId, remark, reason }) => ({
      findingId: id,
      baseId,
      text: cut(remark ?? "", REMARK_SHOWN),
      reason,
    })),
  };
}

function sumOf(days: readonly UsedDayRow[], people: number): UsageFigures {
  const sum = (name: Exclude<keyof UsedDayRow, "day">) => days.reduce((total, day) => total + day[name], 0);
  return {
    questions: sum("questions"),
    people,
    answered: sum("answered"),
    notFound: sum("notFound"),
    cited: sum("cited"),
    supported: sum("supported"),
    likes: sum("likes"),
    dislikes: sum("dislikes"),
    costMicros: sum("costMicros"),
  };
}

/** Every day of the range, those without a question too. */
function seriesOf({ from, to }: Range, days: readonly UsedDayRow[]): UsageDto["series"] {
  const known = new Map(days.map((day) => [day.day, day]));
  const series: UsageDto["series"] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { questions = 0, answered = 0 } = known.get(day) ?? {};
    series.push({ day, answered, missed: questions - answered });
  }
  return series;
}

interface Share {
  id: string;
  name: string | null;
  questions: number;
  answered: number;
}

/** Departments by name; those that are gone come together, and so does whoever has none. */
function sharesOf(rows: readonly Share[]): UsageDto["departments"] {
  const named = rows.filter(({ name }) => name !== null).slice(0, SHARES_MAX);
  const shown = new Set(named.map(({ id }) => id));
  const nobodys = rows.filter(({ id }) => id === NO_DEPARTMENT);
  const others = rows.filter(({ id }) => !shown.has(id) && id !== NO_DEPARTMENT);
  return [
    ...named.map(({ id, name, questions, answered }) => ({ id, name: name ?? "", questions, answered })),
    ...nobodys.map(({ id, questions, answered }) => ({ id, name: "", questions, answered })),
    ...together(others),
  ];
}

/** Bases by name; those of others come together without one. */
function basesOf(rows: readonly Omit<Share, "name">[], { named }: Sight): UsageDto["bases"] {
  const known = rows.filter(({ id }) => named.has(id)).slice(0, SHARES_MAX);
  const shown = new Set(known.map(({ id }) => id));
  return [
    ...known.map(({ id, questions, answered }) => ({ id, name: named.get(id) ?? "", questions, answered })),
    ...together(rows.filter(({ id }) => !shown.has(id))),
  ];
}

function together(rows: readonly Pick<Share, "questions" | "answered">[]) {
  if (rows.length === 0) return [];
  const sum = (name: "questions" | "answered") => rows.reduce((total, row) => total + row[name], 0);
  return [{ id: null, name: "", questions: sum("questions"), answered: sum("answered") }];
}

/** Questions by how they were answered: well, badly or cut off, or by no file. */
function qualityOf({ questions: total, answered, notFound }: UsageFigures, poor: number) {
  const well = Math.max(0, answered - poor);
  return { total, well, badly: Math.max(0, total - notFound - well), notFound };
}
