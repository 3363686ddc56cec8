import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { IMAGE_QUALITIES, IMAGE_SHAPES, IMAGE_STYLES } from "../../lib/config/image-kinds";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { files } from "./files";
import { ofUser, users } from "./organisation";
import { TASK_STATUS } from "./tasks";

export const DRAWING_MODES = ["generate", "edit"] as const;

export const drawingFolders = pgTable(
  "drawing_folders",
  {
    id: id(),
    userId: ofUser(),
    name: text("name").notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("drawing_folders_name_key").on(t.userId, t.name)],
);

/** One request for pictures with all its settings (spec E1). A task of that name carries it out. */
export const drawings = pgTable(
  "drawings",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    mode: text("mode", { enum: DRAWING_MODES }).notNull(),
    prompt: text("prompt").notNull(),
    negativePrompt: text("negative_prompt").notNull().default(""),
    modelId: uuid("model_id").notNull(),
    /** As it was called then. */
    modelName: text("model_name").notNull(),
    shape: text("shape", { enum: IMAGE_SHAPES }),
    /** What was asked of the model, `1024x1536`; null where it chose itself. */
    size: text("size"),
    quality: text("quality", { enum: IMAGE_QUALITIES }),
    style: text("style", { enum: IMAGE_STYLES }),
    count: integer("count").notNull(),
    seed: bigint("seed", { mode: "number" }),
    /** The first request of its chain of edits: what a version tree holds (spec E2). */
    rootId: uuid("root_id").notNull(),
    /** The picture that was changed. */
    parentId: uuid("parent_id").references((): AnyPgColumn => drawingPictures.id, { onDelete: "set null" }),
    /** Transparent where the picture may change. */
    maskFileId: uuid("mask_file_id").references(() => files.id, { onDelete: "set null" }),
    referenceIds: uuid("reference_ids").array().notNull().default(sql`'{}'::uuid[]`),
    folderId: uuid("folder_id").references(() => drawingFolders.id, { onDelete: "set null" }),
    status: text("status", { enum: TASK_STATUS }).notNull().default("waiting"),
    /** Key of `errors`. */
    failure: text("failure"),
    /** The prompt as the model wrote it anew. */
    revisedPrompt: text("revised_prompt"),
    /** Pictures a review rule held back. */
    heldBack: integer("held_back").notNull().default(0),
    /** Whether a vision model looked at the pictures for the review rules (spec E5). */
    review: text("review", { enum: ["none", "passed"] })
      .notNull()
      .default("none"),
    /** Millionths of the currency. */
    costMicros: bigint("cost_micros", { mode: "number" }),
    currency: text("currency"),
    durationMs: integer("duration_ms"),
    idempotencyKey: text("idempotency_key"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [
    uniqueIndex("drawings_idempotency_key").on(t.userId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index("drawings_user_idx").on(t.userId, t.createdAt),
    index("drawings_root_idx").on(t.rootId, t.createdAt),
    index("drawings_open_idx").on(t.userId).where(sql`status in ('waiting', 'running')`),
    index("drawings_parent_idx").on(t.parentId),
  ],
);

/** A picture that was made. Its bytes are a file's; a thumbnail is made once. */
export const drawingPictures = pgTable(
  "drawing_pictures",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    drawingId: uuid("drawing_id")
      .notNull()
      .references(() => drawings.id, { onDelete: "cascade" }),
    /** Among those of its request, from 0. */
    position: integer("position").notNull(),
    title: text("title").notNull().default(""),
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    thumbnailId: uuid("thumbnail_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    folderId: uuid("folder_id").references(() => drawingFolders.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    index("drawing_pictures_user_idx").on(t.userId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("drawing_pictures_trash_idx").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("drawing_pictures_drawing_idx").on(t.drawingId, t.position),
    uniqueIndex("drawing_pictures_file_key").on(t.fileId),
    uniqueIndex("drawing_pictures_thumbnail_key").on(t.thumbnailId),
  ],
);

/** A link to a picture, for colleagues who may draw. */
export const drawingShares = pgTable(
  "drawing_shares",
  {
    id: id(),
    userId: ofUser(),
    pictureId: uuid("picture_id")
      .notNull()
      .references(() => drawingPictures.id, { onDelete: "cascade" }),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("drawing_shares_picture_idx").on(t.pictureId),
    index("drawing_shares_user_idx").on(t.userId, t.createdAt),
  ],
);
