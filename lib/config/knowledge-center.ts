import { z } from "zod";
import { line } from "@/lib/text/line";
import { CENTER_OFFERS, FILE_KINDS } from "./knowledge-kinds";
import { retrievalFields, SELECTED_MAX, TOP_K_MAX } from "./knowledge-retrieval";
import { VISIBILITIES } from "./visibility";

/** spec 9: what the center may lower, never raise. */
export const CENTER_MOST = { basesPerPerson: 500, filesPerUpload: 10, fileMb: 50, recommendedShown: 20 } as const;

const whole = (least: number, most: number) => z.number("number").int("number").min(least, "range").max(most, "range");
const welcome = line(200).default("");

/** Names of the settings of retrieval, for those that bases may not change. */
export const RETRIEVAL_NAMES = Object.keys(retrievalFields) as [keyof typeof retrievalFields];

/** What the center as a whole is set to; each field has a default, nothing in them is secret. */
export const CENTER_KINDS = {
  /** What it offers, and how it greets. */
  knowledgeCenter: z.object({
    /** Stands above the first question; empty: the product's own words. */
    welcomeZh: welcome,
    welcomeEn: welcome,
    offers: z.array(z.enum(CENTER_OFFERS)).default([...CENTER_OFFERS]),
    /** Recommended questions shown at once (spec 3, display number). */
    recommendedShown: whole(0, CENTER_MOST.recommendedShown).default(6),
  }),
  /** What a new base begins with. */
  knowledgeNewBases: z.object({
    visibility: z.enum(VISIBILITIES).default("self"),
    /** Null: the default of whoever puts files in. */
    embeddingModelId: z.uuid().nullable().default(null),
    /** `Segmentation`; null: the product's own. */
    segmentation: z.unknown().default(null),
  }),
  knowledgeLimits: z.object({
    basesPerPerson: whole(1, CENTER_MOST.basesPerPerson).default(CENTER_MOST.basesPerPerson),
    filesPerUpload: whole(1, CENTER_MOST.filesPerUpload).default(CENTER_MOST.filesPerUpload),
    fileMb: whole(1, CENTER_MOST.fileMb).default(CENTER_MOST.fileMb),
    /** Kinds of files a base takes in. */
    kinds: z
      .array(z.enum(FILE_KINDS))
      .min(1, "required")
      .default([...FILE_KINDS]),
  }),
  /** How far bases may leave what the center sets of retrieval. */
  knowledgeRecall: z.object({
    /** Settings that are the center's for every base. */
    locked: z.array(z.enum(RETRIEVAL_NAMES)).default([]),
    topKMax: whole(1, TOP_K_MAX).default(TOP_K_MAX),
    selectedMax: whole(1, SELECTED_MAX).default(SELECTED_MAX),
  }),
} as const;
