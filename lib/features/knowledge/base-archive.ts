import { z } from "zod";
import { DOCUMENT_FORMATS } from "@/db/schema/parsing";
import { FILE_NAME_MAX } from "@/lib/config/constants";
import { BASE_TYPES, QA_STATES } from "@/lib/config/knowledge-kinds";
import { ownRetrieval } from "@/lib/config/knowledge-retrieval";
import { identifier, line, lines, prose } from "@/lib/text/line";
import {
  BASE_DESCRIPTION_MAX,
  BASE_ICONS,
  BATCH_FILES_MAX,
  QA_ANSWER_MAX,
  QA_MAX,
  QA_QUESTION_MAX,
  QA_SYNONYMS_MAX,
  SLICE_CHARACTERS_MAX,
  SLICE_REASON_MAX,
} from "./limits";
import { folderPath, newBase, segmentationInput, tags } from "./schema";

/*
 * A base as a zip archive that others can read (docs/base-archive.md): `manifest.json`, the originals below `files/`, and
 * for each of them one slice a line below `slices/`.
 */

export const ARCHIVE_FORMAT = "knowledge-base";
export const ARCHIVE_VERSION = 1;
export const MANIFEST = "manifest.json";
/** Originals of one archive, bytes: zip archives without extensions end at 4 GB. */
export const ARCHIVE_BYTES_MAX = 3 * 1024 ** 3;
/** Of what is taken in: the manifest, with all files a base may have; the slices of one file, and one line of them. */
export const MANIFEST_BYTES_MAX = 256 * 1024 ** 2;
export const SLICES_BYTES_MAX = 1024 ** 3;
export const SLICE_LINE_MAX = 4 * 1024 ** 2;
/** Characters of a file's name in the name of its entry. */
export const ENTRY_NAME_MAX = 200;
/** Manifest, originals and slices. */
export const ARCHIVE_ENTRIES_MAX = 2 * BATCH_FILES_MAX + 1;

/** Names inside of the archive are made by us: nothing else is looked for. */
const entryName = identifier(400).regex(/^(files|slices)\/\d{5}[^/\\]*$/);
const moment = z.iso.datetime().nullable();
const offset = z.int().min(0).max(2_000_000_000);

const archivedFile = z.object({
  path: entryName,
  slices: entryName,
  name: line(FILE_NAME_MAX).min(1),
  format: z.enum(DOCUMENT_FORMATS),
  size: z.int().min(0),
  sha256: z.hex().length(64),
  folder: folderPath,
  tags,
  validFrom: moment,
  validUntil: moment,
  /** Null: as the base says. */
  segmentation: segmentationInput.nullable(),
  sliceCount: z.int().min(0),
});
export type ArchivedFile = z.infer<typeof archivedFile>;

/** A pair of question and answer; the places it cites are of one installation and stay behind. */
const archivedQa = z.object({
  question: line(2 * QA_QUESTION_MAX).min(1),
  /** Markdown. */
  answer: prose(QA_ANSWER_MAX),
  synonyms: z.array(line(2 * QA_QUESTION_MAX)).max(QA_SYNONYMS_MAX),
  validFrom: moment,
  validUntil: moment,
  state: z.enum(QA_STATES),
});
export type ArchivedQa = z.infer<typeof archivedQa>;

/** What `manifest.json` says. Fields a newer version adds are passed over. */
export const archiveManifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  exportedAt: z.iso.datetime(),
  base: z.object({
    name: newBase.shape.name,
    description: lines(BASE_DESCRIPTION_MAX),
    icon: z.enum(BASE_ICONS),
    type: z.enum(BASE_TYPES),
    segmentation: segmentationInput,
    /** How it is searched, as far as it sets that itself; models are of one installation and stay behind. */
    retrieval: ownRetrieval.omit({
      rerankModelId: true,
      rewriteModelId: true,
      filterModelId: true,
      selectModelId: true,
    }),
    /** By the name people know it by; null: the default. */
    embeddingModel: line(200).nullable(),
  }),
  /** Files of the base whoever exported it may not see. */
  leftOut: z.int().min(0),
  files: z.array(archivedFile).max(BATCH_FILES_MAX),
  /** Pairs of question and answer; archives made before there were any have none. */
  qas: z.array(archivedQa).max(QA_MAX).default([]),
});
export type ArchiveManifest = z.infer<typeof archiveManifest>;

const words = prose(10 * SLICE_CHARACTERS_MAX);

/** A line of a file below `slices/`. */
export const archivedSlice = z.object({
  /** Name of the file it is of. */
  file: line(FILE_NAME_MAX),
  /** From 1; null: made by hand, and waiting for a place (its words were not found again). */
  order: z.int().min(1).nullable(),
  text: words,
  heading: prose(2000),
  /** First and last page, slide or sheet. */
  page: z.int().min(0),
  pageTo: z.int().min(0),
  /** Place in the text of the document, UTF-16 units. */
  from: offset,
  to: offset,
  tokens: z.int().min(0),
  /** Number of the large slice it is part of, in mode multi. */
  parent: z.int().nullable(),
  /** Its text is a model's description of a picture. */
  isPicture: z.literal(true).optional(),
  isDisabled: z.boolean(),
  /** What a person made of it; null: as it was cut. */
  hand: z
    .object({
      /** The document's words it stands for. */
      anchor: words,
      reason: prose(SLICE_REASON_MAX * 2),
      /** Stands beside the slices of its place instead of taking it. */
      isAdded: z.boolean(),
      place: z.int().nullable(),
    })
    .nullable(),
});
export type ArchivedSlice = z.infer<typeof archivedSlice>;
