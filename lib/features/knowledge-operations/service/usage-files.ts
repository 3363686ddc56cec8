import "server-only";
import { db } from "@/db/client";
import {
  type CoveredFileRow,
  listAnsweringSlices,
  listCoveredFiles,
  listSliceUses,
  readCoverage,
  type SliceUse,
} from "@/db/queries/knowledge-operations/coverage";
import type { DocumentFormat } from "@/db/schema/parsing";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { requireFile } from "@/lib/features/knowledge/service/files";
import { cut } from "@/lib/text/storable";
import { wordsKey } from "@/lib/text/words-key";
import type { UsageDto, UsedFileDto, UsedSliceDto } from "../usage-dto";
import type { FilesQuery, SliceState, SlicesQuery } from "../usage-schema";
import { type Frame, framedDays } from "./days";
import { namedBase, requireInsight, type Sight, sightOf } from "./insight";

/** Files a card shows. */
const SHOWN = 5;
/** Characters of a slice in a list. */
const SLICE_SHOWN = 240;

/** How far files and slices are used, with the first that are not (spec H7). */
export async function coverageOf(
  actor: Actor,
  sight: Sight,
  { window }: Pick<Frame, "window">,
): Promise<Pick<UsageDto, "files" | "slices">> {
  const { files, slices, closed, untouched, unused } = await readCoverage(
    db(),
    { baseIds: sight.countedIds, window },
    { subjects: subjectsOf(actor), shownIds: [...sight.named.keys()], limit: SHOWN },
  );
  return {
    files: { ...files, closed, items: untouched.map((row) => toFile(row, sight)) },
    slices: { ...slices, items: unused.map((row) => toFile(row, sight)) },
  };
}

/** A page of files the person may read, with what answers made of each. Throws notFound. */
export async function listUsedFiles(
  actor: Actor,
  { baseId, days, state, keyword, page, pageSize }: FilesQuery,
): Promise<{ items: UsedFileDto[]; total: number }> {
  const sight = await sightOf(actor, baseId);
  const { window } = await framedDays(days);
  const { rows, total } = await listCoveredFiles(
    db(),
    { baseIds: [...sight.named.keys()], window },
    { subjects: subjectsOf(actor), state, keyword, limit: pageSize, offset: (page - 1) * pageSize },
  );
  return { items: rows.map((row) => toFile(row, sight)), total };
}

export function toFile(row: CoveredFileRow, sight: Sight): UsedFileDto {
  const { id, name, format, hits, cited, likes, dislikes } = row;
  return {
    id,
    base: namedBase(sight, row.base_id),
    name,
    format: format as DocumentFormat | null,
    slices: row.slice_count,
    citedSlices: row.cited_slices,
    hitSlices: row.hit_slices,
    unusedSlices: row.unused_slices,
    ...{ hits, cited, likes, dislikes },
    isExpired: row.is_expired,
  };
}

const NONE: SliceUse = { hits: 0, cited: 0, likes: 0, dislikes: 0 };

const IS_IN: Record<SliceState, (use: SliceUse) => boolean> = {
  all: () => true,
  cited: ({ cited }) => cited > 0,
  hit: ({ hits, cited }) => hits > 0 && cited <= 0,
  unused: ({ hits }) => hits <= 0,
};

/** Slices of a file with what answers made of each (spec H1). Throws notFound. */
export async function listUsedSlices(
  actor: Actor,
  fileId: string,
  { days, state, keyword, page, pageSize }: SlicesQuery,
): Promise<{ file: { id: string; name: string; baseId: string }; items: UsedSliceDto[]; total: number }> {
  const { file } = await requireFile(actor, fileId, "view");
  await requireInsight(actor, file.baseId);
  const { window } = await framedDays(days);
  const [slices, uses] = await Promise.all([
    listAnsweringSlices(db(), fileId),
    listSliceUses(db(), { baseId: file.baseId, fileId, window }),
  ]);
  const word = keyword?.toLowerCase();
  const found = slices
    .map((slice) => ({ ...slice, use: uses.get(wordsKey(slice.text)) ?? NONE }))
    .filter(({ use, text }) => IS_IN[state](use) && (!word || text.toLowerCase().includes(word)));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  return {
    file: { id: file.id, name: file.name, baseId: file.baseId },
    items: shown.map(({ id, part, heading, text, use }) => ({
      id,
      part,
      heading,
      text: cut(text, SLICE_SHOWN),
      ...{ hits: use.hits, cited: use.cited, likes: use.likes, dislikes: use.dislikes },
    })),
    total: found.length,
  };
}
