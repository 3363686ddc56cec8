import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable, Transaction } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import type { Collectable } from "@/lib/collected/limits";
import type { Messages } from "@/lib/i18n/messages";
import type { MessagePart } from "@/lib/stream/parts";

/**
 * What an area keeps that belongs to a person or names a model. Exported from `owned.ts` of the area's folder, found by
 * `npm run generate`. A structure test compares it with the schema: each column that names a person or a model is one of
 * a part, or exempt.
 */
export interface Owned {
  /** What others may need when a person goes; private things (chats, files) are not among it. */
  things?: readonly OwnedThing[];
  /** Files of the archive a person takes along (spec M6). */
  ownData?: readonly OwnData[];
  /** Stored choices of a model, which whoever switches it off is told of (spec N11). */
  modelUses?: readonly ModelUser[];
  /** Choices of bases, tools and apps, which whoever takes one of those away is told of (spec K5). */
  thingUses?: readonly ThingUser[];
  /** What of the area can be collected (spec M2); its kinds stand in `collectable.ts`, which the browser reads. */
  collectables?: readonly CollectableSource[];
  exempt?: {
    /** Columns naming people that are neither handed on nor taken along. */
    people?: readonly Exemption[];
    /** Columns naming models that nobody would miss. */
    models?: readonly Exemption[];
  };
}

/** A column, and why it needs no part of a declaration. */
export type Exemption = readonly [column: AnyPgColumn, why: string];

interface Part {
  /** Place in what people are shown, ascending. */
  order: number;
  /** Columns that name the person or the model of the rows it tells of. */
  columns: readonly [AnyPgColumn, ...AnyPgColumn[]];
}

/** What a person may leave behind that others need: listed before they go, and handed on or let go of. */
export interface OwnedThing extends Part {
  /** `shared.things` of the area's texts names it. */
  key: keyof Messages["things"];
  /** How many, and the names of the first. */
  list(db: Queryable, userId: string): Promise<{ count: number; names: string[] }>;
  /** Gives all of it to another person; throws an AppError when they cannot take it. */
  transfer(tx: Transaction, from: string, to: string): Promise<void>;
  /** Nobody takes it: it ends, or stays without an owner. */
  release(tx: Transaction, from: string): Promise<void>;
  /** Outside the transaction, when it has been carried out. */
  settled?(): void;
}

/** What the making of an archive offers its parts. */
export interface OwnDataContext {
  actor: Actor;
  /** In the configured time zone. */
  today: string;
  signal: AbortSignal;
  /** Progress of a part of many files. */
  tell(done: number, total: number): void;
}

/** One file of the archive, or with `files` a folder of them. */
export interface OwnData extends Part {
  /** Of the file, without its ending; of the folder. */
  name: string;
  content: ((context: OwnDataContext) => Promise<unknown>) | { files(context: OwnDataContext): OwnDataFiles };
}
export type OwnDataFiles = AsyncGenerator<{ name: string; value: unknown }, void, undefined>;

/** `shared.modelUses` of the area's texts has the sentence for it. */
export type ModelUseKind = keyof Messages["modelUses"];

/** Reads what would miss a model; `since`: the first day whose calls count as use. */
export interface ModelUser extends Part {
  kind: ModelUseKind;
  read(db: Queryable, modelId: string, since: string): Promise<ModelUsers>;
}

/** All names, or where uses have none, how many. */
export type ModelUsers = { names: string[] } | { count: number; people: number };

export type UsedThing = "base" | "tool" | "app";

/** Reads what would miss any of some things: names a person may know, and how many there are in all. */
export interface ThingUser {
  read(db: Queryable, actor: Actor, of: UsedThing, ids: readonly string[]): Promise<{ names: string[]; count: number }>;
}

/** One kind of thing that can be collected. */
export interface CollectableSource {
  kind: Collectable;
  /** It is others' too: once a person has no way there, nothing of it is shown to them either. */
  isShared?: true;
  /** A copy of it; null when it is not the person's to see. */
  copy(db: Queryable, actor: Actor, refId: string): Promise<CollectedCopy | null>;
  /** Where collected ones are to be seen, by `refId`, as long as they are there and the person's. Without it nowhere. */
  hrefs?(db: Queryable, userId: string, items: readonly CollectedItem[]): Promise<ReadonlyMap<string, string>>;
}

export interface CollectedItem {
  refId: string;
  sessionId: string | null;
}

/** What is kept of a thing; title and text are shortened by whoever keeps it. */
export interface CollectedCopy {
  title: string;
  text: string;
  parts: MessagePart[];
  sessionId: string | null;
}
