import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { readIndex, readPiece } from "@/lib/parsing/store";
import type { Piece } from "@/lib/parsing/types";
import { P } from "@/lib/permissions/codes";
import { matchFinder } from "@/lib/retrieval/matches";
import { segment } from "@/lib/retrieval/segment";
import { tokenCounter } from "@/lib/retrieval/tokens";
import type { NewSlice, Segmentation } from "@/lib/retrieval/types";
import { PREVIEW_SLICES_MAX } from "../limits";
import type { PreviewInput } from "../schema";
import type { PreviewDto, PreviewSliceDto, SegmentationPreviewDto } from "../segmentation-dto";
import { requireFile } from "./files";

/** One setting may take so long; what was cut by then is shown. */
const PREVIEW_MS = 8000;

/**
 * How settings would cut a file (spec F1): the real text, nothing stored. Throws notFound, documentNotReady, separatorSlow with
 * the setting it is in.
 */
export async function previewSegmentation(
  actor: Actor,
  fileId: string,
  { segmentations }: PreviewInput,
  signal: AbortSignal,
): Promise<SegmentationPreviewDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file } = await requireFile(actor, fileId, "manage");
  const { versionId } = file;
  const cutting = { versionId, most: PREVIEW_SLICES_MAX, signal };
  return { versionId, previews: await bySetting(segmentations, (segmentation) => preview(cutting, segmentation)) };
}

/** Does something by each setting. Throws separatorSlow with the setting it is in. */
export async function bySetting<T>(
  segmentations: readonly Segmentation[],
  work: (segmentation: Segmentation) => Promise<T>,
): Promise<T[]> {
  const done: T[] = [];
  for (const [at, segmentation] of segmentations.entries()) {
    try {
      done.push(await work(segmentation));
    } catch (error) {
      if (!(error instanceof AppError && error.key === "separatorSlow")) throw error;
      throw new AppError("separatorSlow", { data: { fields: { [`segmentations.${at}.separators`]: "patternSlow" } } });
    }
  }
  return done;
}

interface Cutting {
  versionId: string;
  /** Slices at most. */
  most: number;
  signal: AbortSignal;
}

/** Takes the slices a setting would cut a version into, as far as room and time go; true where it goes on. */
export async function takeSlices(
  { versionId, most, signal }: Cutting,
  segmentation: Segmentation,
  take: (slice: NewSlice) => void,
): Promise<boolean> {
  const started = performance.now();
  let taken = 0;
  const pieces = await textOf(versionId, signal);
  for await (const slice of segment(pieces, segmentation, await tokenCounter(), { find: matchFinder(signal) })) {
    signal.throwIfAborted();
    if (taken++ === most || performance.now() - started > PREVIEW_MS) return true;
    take(slice);
  }
  return false;
}

async function preview(cutting: Cutting, segmentation: Segmentation): Promise<PreviewDto> {
  const slices: PreviewSliceDto[] = [];
  let end = 0;
  const isPartial = await takeSlices(cutting, segmentation, (slice) => {
    const { from, to, part, tokens, parent = null, isCut = false } = slice;
    slices.push({ from, to, part, tokens, parent, isCut, overlap: Math.max(0, end - from) });
    end = to;
  });
  const lengths = slices.map(({ tokens }) => tokens).sort((a, b) => a - b);
  const sum = lengths.reduce((total, tokens) => total + tokens, 0);
  return {
    slices,
    count: slices.length,
    parents: slices.at(-1)?.parent ?? 0,
    meanTokens: Math.round(sum / Math.max(1, lengths.length)),
    medianTokens: lengths[Math.floor(lengths.length / 2)] ?? 0,
    maxTokens: lengths.at(-1) ?? 0,
    cut: slices.filter(({ isCut }) => isCut).length,
    isPartial,
  };
}

/** Pieces of a version that was read. Throws documentNotReady. */
async function textOf(versionId: string, signal: AbortSignal): Promise<AsyncIterable<Piece>> {
  const index = await readIndex(versionId);
  if (!index) throw new AppError("documentNotReady");
  return (async function* () {
    for (const { number } of index.pieces) {
      signal.throwIfAborted();
      const piece = await readPiece(versionId, number);
      if (!piece) throw new AppError("documentNotReady");
      yield piece;
    }
  })();
}
