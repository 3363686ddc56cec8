import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { at, createdAt, id } from "./_columns";
import { fileVersions } from "./files";

/** Words of a text as our own tokens; the positions carry how often each occurs (ARCHITECTURE 7). */
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * One column for every dimension, so without an index of its own: a search sorts the slices of its sets exactly, or walks the
 * graph a job makes for a dimension in much use (ARCHITECTURE 7).
 */
export const vector = customType<{ data: number[]; driverData: string | Buffer }>({
  dataType: () => "vector",
  toDriver: vectorBytes,
  fromDriver: (value) => JSON.parse(value.toString()),
});

/** A vector as the database takes it in binary: a fifth of the bytes of its text, and nothing to be read. */
function vectorBytes(vector: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 4 * vector.length);
  bytes.writeUInt16BE(vector.length, 0);
  bytes.writeUInt16BE(0, 2);
  for (let at = 0; at < vector.length; at++) bytes.writeFloatBE(vector[at]!, 4 + 4 * at);
  return bytes;
}

/**
 * As `vector`, in numbers of two bytes: slices are found the same, in a third of the room, for of whole numbers one row alone
 * fits a page.
 */
const halfVector = customType<{ data: number[]; driverData: string | Buffer }>({
  dataType: () => "halfvec",
  toDriver: halfVectorBytes,
  fromDriver: (value) => JSON.parse(value.toString()),
});

function halfVectorBytes(vector: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 2 * vector.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint16(0, vector.length);
  view.setUint16(2, 0);
  for (let at = 0; at < vector.length; at++) view.setFloat16(4 + 2 * at, vector[at]!);
  return bytes;
}

/**
 * One way of cutting a version's text. Document reading has one of its own; a knowledge base has one per file, and a new
 * one is built aside while the old one answers (spec F5).
 */
export const sliceSets = pgTable(
  "slice_sets",
  {
    id: id(),
    versionId: uuid("version_id")
      .notNull()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    /** `reading`, or the id of the base it belongs to. */
    owner: text("owner").notNull(),
    segmentation: jsonb("segmentation").notNull(),
    /** Model its vectors are made by; null: words only. */
    embeddingModelId: uuid("embedding_model_id"),
    /** Whole and searchable. */
    isReady: boolean("is_ready").notNull().default(false),
    /** Since another one answers in its place; searches that began before still read it for a while (spec F5). */
    replacedAt: at("replaced_at"),
    sliceCount: integer("slice_count").notNull().default(0),
    /** Bytes of its words; 0 where they are still to be made. */
    wordBytes: integer("word_bytes").notNull().default(0),
    /** All its vectors are in the graph of their dimension (`db/queries/retrieval/graph`). */
    isGraphed: boolean("is_graphed").notNull().default(false),
    /** The words of its slices are in the index of the database, which only spaces too large for memory are searched by. */
    isIndexed: boolean("is_indexed").notNull().default(false),
    /** Raised when a person changes its slices: what is kept of it in memory is older then. */
    revision: integer("revision").notNull().default(0),
    /** What its owner keeps of the cut, until the set answers. */
    kept: jsonb("kept"),
    /** `PictureFacts`: what became of the version's pictures; null where nobody wanted them described. */
    pictures: jsonb("pictures"),
    createdAt: createdAt(),
  },
  (t) => [
    index("slice_sets_ungraphed_idx")
      .on(t.id)
      .where(sql`is_ready and not is_graphed and embedding_model_id is not null`),
    index("slice_sets_version_idx").on(t.versionId, t.owner),
    index("slice_sets_replaced_idx").on(t.replacedAt).where(sql`replaced_at is not null`),
    uniqueIndex("slice_sets_ready_key").on(t.versionId, t.owner).where(sql`is_ready`),
  ],
);

/** Which slices of a set hold a term, in blocks that are searched as they lie (`lib/retrieval/words`). */
export const setWords = pgTable(
  "set_words",
  {
    setId: uuid("set_id")
      .notNull()
      .references(() => sliceSets.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    words: bytea("words").notNull(),
  },
  (t) => [primaryKey({ columns: [t.setId, t.number] })],
);

export const slices = pgTable(
  "slices",
  {
    id: id(),
    setId: uuid("set_id")
      .notNull()
      .references(() => sliceSets.id, { onDelete: "cascade" }),
    /** Its place among the slices of the set; one that is put between two others has a number between theirs. */
    ordinal: doublePrecision("ordinal").notNull(),
    /** Place in the version's text, UTF-16 units. */
    from: integer("from_offset").notNull(),
    to: integer("to_offset").notNull(),
    /** Numbers of the first and last page, slide or sheet. */
    part: integer("part").notNull().default(1),
    partTo: integer("part_to").notNull().default(1),
    /** Headings above it, outermost first. */
    heading: text("heading").notNull().default(""),
    text: text("text").notNull(),
    tokens: integer("tokens").notNull(),
    /** Number of the large slice it is part of, where the set has two layers. */
    parent: integer("parent"),
    /** Name of the version's picture its words describe (spec F11); null: they are words of the version. */
    picture: text("picture"),
    /** Made or changed by a person, as its owner knows it; null: as it was cut. */
    handId: uuid("hand_id"),
    /** Its words are no longer those of the version at its place. */
    isEdited: boolean("is_edited").notNull().default(false),
    /** Answers nobody: it has neither words nor a vector. */
    isDisabled: boolean("is_disabled").notNull().default(false),
    /** Null until its set is put into the index of the database. */
    terms: tsvector("terms"),
    /** Terms in all, for the length norm of BM25. */
    termCount: integer("term_count").notNull(),
  },
  (t) => [
    uniqueIndex("slices_ordinal_key").on(t.setId, t.ordinal),
    index("slices_terms_idx").using("gin", t.terms),
    index("slices_hand_idx").on(t.handId).where(sql`hand_id is not null`),
  ],
);

export const sliceVectors = pgTable(
  "slice_vectors",
  {
    sliceId: uuid("slice_id")
      .notNull()
      .references(() => slices.id, { onDelete: "cascade" }),
    modelId: uuid("model_id").notNull(),
    /** Of the slice, so that a search needs no join. */
    setId: uuid("set_id").notNull(),
    dimensions: integer("dimensions").notNull(),
    embedding: halfVector("embedding").notNull(),
    /** In the graph of its dimension. */
    isGraphed: boolean("is_graphed").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.sliceId, t.modelId] }), index("slice_vectors_set_idx").on(t.setId, t.modelId)],
);

const bits = customType<{ data: string }>({ dataType: () => "bit varying" });

/**
 * The signs of the numbers of long vectors (`SIGNS_FROM`), by which a search goes through many slices: a tenth of the room, so
 * that all of them are read and compared sooner than a few of the whole ones. They stand and go with their vector.
 */
export const sliceSigns = pgTable(
  "slice_signs",
  {
    sliceId: uuid("slice_id").notNull(),
    modelId: uuid("model_id").notNull(),
    /** Of the slice, so that a search needs no join. */
    setId: uuid("set_id").notNull(),
    signs: bits("signs").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sliceId, t.modelId] }),
    foreignKey({
      name: "slice_signs_vector_fk",
      columns: [t.sliceId, t.modelId],
      foreignColumns: [sliceVectors.sliceId, sliceVectors.modelId],
    }).onDelete("cascade"),
    index("slice_signs_set_idx").on(t.setId, t.modelId),
  ],
);

/** Slices whose words a model of vectors refuses: they are found by their words alone, until somebody has it try again. */
export const refusedSlices = pgTable(
  "refused_slices",
  {
    sliceId: uuid("slice_id")
      .notNull()
      .references(() => slices.id, { onDelete: "cascade" }),
    modelId: uuid("model_id").notNull(),
    /** Of the slice. */
    setId: uuid("set_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sliceId, t.modelId] }), index("refused_slices_set_idx").on(t.setId, t.modelId)],
);

/** Embeddings already paid for, by text and model: a retry or a re-cut buys none of them again (spec F4). */
export const embeddingCache = pgTable(
  "embedding_cache",
  {
    modelId: uuid("model_id").notNull(),
    sha256: text("sha256").notNull(),
    embedding: vector("embedding").notNull(),
    usedAt: at("used_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.modelId, t.sha256] }), index("embedding_cache_used_idx").on(t.usedAt)],
);

/** What a model sees in a picture, by the picture's bytes: none is described twice, wherever it stands (spec F11). */
export const pictureDescriptions = pgTable(
  "picture_descriptions",
  {
    sha256: text("sha256").notNull(),
    modelId: uuid("model_id").notNull(),
    /** It is written in where the picture has no words of its own, BCP 47. */
    language: text("language").notNull(),
    /** Empty: it shows nothing that says anything. */
    text: text("text").notNull(),
    usedAt: at("used_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.sha256, t.modelId, t.language] }),
    index("picture_descriptions_used_idx").on(t.usedAt),
  ],
);
