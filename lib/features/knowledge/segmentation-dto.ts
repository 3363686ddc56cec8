import { z } from "zod";
import { HELPERS } from "@/lib/config/knowledge-retrieval";

/** A slice as a setting would cut it; offsets in the version's text. */
export const previewSliceDto = z.strictObject({
  from: z.int(),
  to: z.int(),
  part: z.int(),
  tokens: z.int(),
  /** Number of the large slice it is part of, in mode multi. */
  parent: z.int().nullable(),
  /** Ends in the middle of a sentence. */
  isCut: z.boolean(),
  /** Characters it repeats of the slice before. */
  overlap: z.int(),
});
export type PreviewSliceDto = z.infer<typeof previewSliceDto>;

export const segmentationPreviewDto = z.strictObject({
  versionId: z.uuid(),
  previews: z.array(
    z.strictObject({
      slices: z.array(previewSliceDto),
      count: z.int(),
      parents: z.int(),
      meanTokens: z.int(),
      medianTokens: z.int(),
      maxTokens: z.int(),
      /** Slices that end in the middle of a sentence. */
      cut: z.int(),
      /** The file goes on after the last slice: time or room was up. */
      isPartial: z.boolean(),
    }),
  ),
});
export type SegmentationPreviewDto = z.infer<typeof segmentationPreviewDto>;
export type PreviewDto = SegmentationPreviewDto["previews"][number];

const cutHitDto = z.strictObject({
  /** Of the slice among those of its cut, from 1. */
  number: z.int(),
  from: z.int(),
  to: z.int(),
  part: z.int(),
  /** The large slice that would answer in its place, in mode multi. */
  parent: z.int().nullable(),
  /** What the model would be handed: the slice, or its parent. */
  handed: z.strictObject({ from: z.int(), to: z.int() }),
  /** The beginning of its words. */
  text: z.string(),
  score: z.number(),
  scores: z.strictObject({
    vector: z.number().optional(),
    lexical: z.number().optional(),
    rerank: z.number().optional(),
  }),
});
export type CutHitDto = z.infer<typeof cutHitDto>;

/** What questions would find in a file by each setting, in the order of settings and questions. */
export const cutQuestionsDto = z.strictObject({
  sides: z.array(
    z.strictObject({
      answers: z.array(z.strictObject({ hits: z.array(cutHitDto), failed: z.array(z.enum(HELPERS)) })),
    }),
  ),
  /** The file goes on after what was compared. */
  isPartial: z.boolean(),
  /** Vectors took part; else words alone decided. */
  isByMeaning: z.boolean(),
  /** The base has models put the slices in order or choose them: each comparison costs. */
  asksModels: z.boolean(),
  /** Texts without a vector, and what buying those comes to; null: there is none, or no model. */
  missing: z
    .strictObject({
      texts: z.int(),
      tokens: z.int(),
      /** In micro-units; null without a price. */
      cost: z.strictObject({ micros: z.int(), currency: z.string() }).nullable(),
    })
    .nullable(),
});
export type CutQuestionsDto = z.infer<typeof cutQuestionsDto>;
