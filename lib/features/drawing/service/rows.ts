import "server-only";
import type { DrawingRow } from "@/db/queries/drawing/drawings";
import type { PictureRow } from "@/db/queries/drawing/pictures";
import { isErrorKey } from "@/lib/errors/errors";
import type { DrawingDto, PictureDto } from "../dto";

export function toPicture({ thumbnailId: _, createdAt, deletedAt, ...row }: PictureRow): PictureDto {
  return { ...row, createdAt: createdAt.toISOString(), deletedAt: deletedAt?.toISOString() ?? null };
}

export function toDrawing(row: DrawingRow, pictures: readonly PictureRow[]): DrawingDto {
  const { id, rootId, mode, prompt, negativePrompt, modelId, modelName, shape, size, quality, style } = row;
  const { count, seed, parentId, maskFileId, referenceIds, status, revisedPrompt, heldBack, review, durationMs } = row;
  return {
    ...{ id, rootId, mode, prompt, negativePrompt, modelId, modelName, shape, size, quality, style },
    ...{ count, seed, parentId, maskFileId, referenceIds, status, revisedPrompt, heldBack, review, durationMs },
    failure: failureOf(row.failure),
    cost: row.costMicros === null || !row.currency ? null : { micros: row.costMicros, currency: row.currency },
    createdAt: row.createdAt.toISOString(),
    pictures: pictures.map(toPicture),
  };
}

/** A key an older version wrote may be gone. */
export const failureOf = (failure: string | null) =>
  failure === null ? null : isErrorKey(failure) ? failure : "unknown";
