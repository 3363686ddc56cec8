import { z } from "zod";
import { CENTER_KINDS } from "@/lib/config/knowledge-center";
import { CUTS, HELPERS, ownRetrieval, REWRITINGS, retrievalSettings } from "@/lib/config/knowledge-retrieval";
import { errorKey } from "@/lib/errors/key";
import { pictureFacts } from "@/lib/retrieval/types";

/** How a base is searched: what it sets of its own over what the center has. */
export const retrievalDto = z.strictObject({
  own: ownRetrieval,
  center: retrievalSettings,
  /** How far it may leave the center's. */
  limits: z.strictObject(CENTER_KINDS.knowledgeRecall.shape),
  revision: z.string(),
});
export type RetrievalDto = z.infer<typeof retrievalDto>;

/** How bases that set nothing of their own are searched. */
export const centerRetrievalDto = z.strictObject({ settings: retrievalSettings, revision: z.string() });
export type CenterRetrievalDto = z.infer<typeof centerRetrievalDto>;

const lookDto = z.strictObject({
  /** The words the base was searched by. */
  queries: z.array(z.string()),
  /** Whether these are more than the question, and why not. */
  rewriting: z.enum(REWRITINGS),
  /** Selected ones first, in their order; then those beside them, then what was left out, that which got furthest first. */
  slices: z.array(
    z.strictObject({
      sliceId: z.uuid(),
      fileId: z.uuid(),
      fileName: z.string(),
      versionId: z.uuid(),
      page: z.int(),
      /** Its place in the file. */
      from: z.int(),
      /** The beginning of its words. */
      text: z.string(),
      /** Name of the picture of the version that they describe. */
      picture: z.string().nullable(),
      score: z.number(),
      /** What left it out; null: nothing. */
      cut: z.enum(CUTS).nullable(),
      /** The selected slice it goes along with. */
      neighbourOf: z.uuid().nullable(),
    }),
  ),
  /** Models that failed: it was searched without. */
  failed: z.array(z.enum(HELPERS)),
});
export type LookDto = z.infer<typeof lookDto>;

/** What a base finds for a question as it is set, and as it would be; null where that is the same. */
export const retrievalPreviewDto = z.strictObject({ saved: lookDto, draft: lookDto.nullable() });

const money = z.strictObject({ micros: z.int(), currency: z.string() });

export const picturesDto = z.strictObject({
  /** Null: the default of whoever puts a file in. */
  modelId: z.uuid().nullable(),
  /** Those that see. */
  models: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  /** The default of this person; null: there is none, and pictures wait. */
  defaultName: z.string().nullable(),
  /** What became of the pictures of all files that answer. */
  counts: z.strictObject({
    files: z.int(),
    /** Files that were read without looking for pictures on their pages. */
    unseen: z.int(),
    ...pictureFacts.omit({ isUnseen: true, modelId: true }).shape,
  }),
  /** What the pictures without a description by this model would cost at most; null without a model. */
  estimate: z
    .strictObject({
      model: z.string(),
      files: z.int(),
      pictures: z.int(),
      tokens: z.int(),
      /** In micro-units; null without a price. */
      cost: money.nullable(),
      costOfHundred: money.nullable(),
    })
    .nullable(),
});
export type PicturesDto = z.infer<typeof picturesDto>;

export const embeddingDto = z.strictObject({
  /** Null: the default of whoever puts a file in. */
  modelId: z.uuid().nullable(),
  /** The one it is changing to. */
  nextModelId: z.uuid().nullable(),
  /** How far that is, in slices. */
  change: z
    .strictObject({ status: z.enum(["running", "failed"]), done: z.int(), total: z.int(), error: errorKey.nullable() })
    .nullable(),
  /** What a change costs: slices in all and those without a vector, of which so many texts must be bought. */
  estimate: z
    .strictObject({
      slices: z.int(),
      missing: z.int(),
      texts: z.int(),
      tokens: z.int(),
      /** In micro-units; null without a price. */
      cost: money.nullable(),
    })
    .nullable(),
});
export type EmbeddingDto = z.infer<typeof embeddingDto>;
